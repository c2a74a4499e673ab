// Types of the features of MicroPython's package that are used, and of the VMs made from it. Only
// for the type checker.

/** Files by their paths; texts are encoded in UTF-8. */
export type Files = Record<string, Uint8Array | string>;

/** Files and empty folders by their paths; the value of an empty folder is null. */
export type FilesAndFolders = Record<string, Uint8Array | null>;

export interface FileNode {
  mode: number;
  contents?: Uint8Array;
  usedBytes: number;
}

export interface FileStream {
  node: FileNode;
  path: string;
  flags: number;
  // biome-ignore lint/suspicious/noExplicitAny: each function has other arguments
  stream_ops: Record<string, (...args: any[]) => any>;
}

/** Emscripten's file system, in memory. */
export interface FileSystem {
  mkdirTree(path: string): void;
  writeFile(path: string, data: Uint8Array | string): void;
  readFile(path: string): Uint8Array;
  readdir(path: string): string[];
  lookupPath(path: string): { node: FileNode };
  isDir(mode: number | undefined): boolean;
  isFile(mode: number): boolean;
  open(path: string | FileNode, ...args: unknown[]): FileStream;
  stat(path: string | FileNode, ...args: unknown[]): { node?: FileNode };
  close(stream: FileStream): void;
}

/** The exports of the VM's WebAssembly that are used. */
export interface Exports {
  memory: WebAssembly.Memory;
  __indirect_function_table: WebAssembly.Table;
  malloc(bytes: number): number;
  proxy_c_to_js_call(reference: number, count: number, args: number, out: number): void;
  mp_js_repl_init(): void;
  mp_js_repl_process_char(byte: number): number;
  emscripten_stack_get_current(): number;
  _emscripten_stack_restore(place: number): void;
  setThrew(threw: number, value: number): void;
}

/** A reference to a Python object, for JavaScript. */
export interface Proxy {
  _ref: number;
}

/** The exports of the package's JavaScript. */
export interface Glue {
  loadMicroPython(options: object): Promise<MicroPython>;
}

/** A VM as the package's JavaScript returns it. */
export interface MicroPython {
  FS: FileSystem;
  // biome-ignore lint/suspicious/noExplicitAny: a global of Python may have any type
  globals: { get(name: string): any };
  runPython(code: string): void;
  pyimport(name: string): Record<string, Proxy>;
  registerJsModule(name: string, module: object): void;
}

/**
 * Clock of a VM. `now` is the time in us since the boot. `look` reads the clock, which may take
 * time. `wait` lets `us` pass. Both return the new time.
 */
export interface Time {
  readonly now: number;
  look(): number;
  wait(us: number): number;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(id: number): void;
}

/**
 * A VM as loader.mjs returns it. `run` runs Python code. `count` is the number of calls within try
 * blocks so far (see trying.mjs).
 */
export interface VM {
  FS: FileSystem;
  exports: Exports;
  vm: MicroPython;
  count: WebAssembly.Global;
  run(code: string): void;
}

declare global {
  // V8, which node and Chromium use, has this attribute.
  interface ErrorConstructor {
    stackTraceLimit: number;
  }
}
