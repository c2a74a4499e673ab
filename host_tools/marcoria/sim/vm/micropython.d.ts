// What is used of MicroPython's package, and how our own modules hand it on. For the type checker
// alone.

/** Files by their paths; texts become UTF-8. */
export type Files = Record<string, Uint8Array | string>;

/** Empty folders too, which have null. */
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
  // biome-ignore lint/suspicious/noExplicitAny: each has its own arguments, and they are passed on
  stream_ops: Record<string, (...args: any[]) => any>;
}

/** Emscripten's, in memory. */
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

/** What the VM's WebAssembly offers. */
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

/** A Python object, seen from JavaScript. */
export interface Proxy {
  _ref: number;
}

/** What its JavaScript exports. */
export interface Glue {
  loadMicroPython(options: object): Promise<MicroPython>;
}

/** One VM. */
export interface MicroPython {
  FS: FileSystem;
  // biome-ignore lint/suspicious/noExplicitAny: whatever Python has there
  globals: { get(name: string): any };
  runPython(code: string): void;
  pyimport(name: string): Record<string, Proxy>;
  registerJsModule(name: string, module: object): void;
}

/** The time in us since the boot, as a VM sees it. */
export interface Time {
  readonly now: number;
  look(): number;
  wait(us: number): number;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(id: number): void;
}

/** The same as our loader hands it out. */
export interface VM {
  FS: FileSystem;
  exports: Exports;
  vm: MicroPython;
  count: WebAssembly.Global;
  run(code: string): void;
}

declare global {
  // Of V8, which node and Chromium have.
  interface ErrorConstructor {
    stackTraceLimit: number;
  }
}
