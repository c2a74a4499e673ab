// Loads MicroPython VMs: each with a heap that cannot grow and with its own clock, chance and glue,
// so that any number of them live beside each other.
// Nothing here belongs to node, so that a web page can load the VM in the same way.

// The VM's binary is changed in four places, each of which must be found exactly once: an unknown
// build must fail, not run with another heap or another time than we think.
//  - `i32.const 128 MiB` is the answer of gc_get_max_new_split(), by which the heap may grow. The
//    high byte of the constant becomes 0x80, and the constant 0.
//  - mp_hal_delay_ms, mp_hal_delay_us and mp_hal_ticks_us count the milliseconds of the import
//    mp_js_ticks_ms. They go through a door instead: poll(-1, unit, n), an import which no board
//    uses, waits n units of so many us and answers with the time in us.
const TICKS = 14;
const DOOR = 45;
const CALL_TICKS = [0x10, 0x80 | TICKS, 0x80, 0x80, 0x80, 0x00];
const CALL_DOOR = [0x10, DOOR];
const [MS, US, THOUSAND] = [[0x41, 0xe8, 0x07], [0x41, 0x01], [0x41, 0xe8, 0x07, 0x6c]];
const FIRST_LOCAL = [0x20, 0x00];
const spinning = (scale) => [
  ...[0x01, 0x01, 0x7f, ...CALL_TICKS, 0x21, 0x01, 0x03, 0x40, ...CALL_TICKS, 0x20, 0x01, 0x6b],
  ...[...scale, ...FIRST_LOCAL, 0x49, 0x0d, 0x00, 0x0b, 0x0b],
];
const waiting = (unit, n, then) => [0x00, 0x41, 0x7f, ...unit, ...n, ...CALL_DOOR, ...then];
const PATCHES = [
  ["heap growth", [0x41, 0x80, 0x80, 0x80, 0xc0, 0x00], [0x41, 0x80, 0x80, 0x80, 0x80, 0x00]],
  ["delay_ms", spinning([]), waiting(MS, FIRST_LOCAL, [0x1a, 0x0b])],
  ["delay_us", spinning(THOUSAND), waiting(US, FIRST_LOCAL, [0x1a, 0x0b])],
  ["ticks_us", [0x00, ...CALL_TICKS, ...THOUSAND, 0x0b], waiting(US, [0x41, 0x00], [0x0b])],
];
const NOP = 0x01;

function places(bytes, pattern) {
  const found = [];
  for (let at = bytes.indexOf(pattern[0]); at >= 0; at = bytes.indexOf(pattern[0], at + 1)) {
    if (pattern.every((byte, i) => bytes[at + i] === byte)) found.push(at);
  }
  return found;
}

// A shorter body is filled up with nops before its end, so that nothing moves.
function patched(bytes, [name, from, to]) {
  const found = places(bytes, from);
  if (found.length !== 1) {
    throw new Error(
      `the code of ${name} was found ${found.length} times in micropython.wasm, ` +
        "not once: this is not the build whose heap and time we know how to take over",
    );
  }
  const filling = new Array(from.length - to.length).fill(NOP);
  bytes.set([...to.slice(0, -1), ...filling, ...to.slice(-1)], found[0]);
}

// Compiled once, the module serves any number of VMs.
export function compile(wasm) {
  const bytes = new Uint8Array(wasm);
  for (const patch of PATCHES) patched(bytes, patch);
  const module = new WebAssembly.Module(bytes);
  const imports = WebAssembly.Module.imports(module);
  if (imports[TICKS].name !== "mp_js_ticks_ms" || imports[DOOR].name !== "__syscall_poll") {
    throw new Error("the imports of micropython.wasm are not in the order of the build we know");
  }
  return module;
}

// What the package's JavaScript keeps in the page's globals, which only one VM could use.
const STATE = [
  ...["proxy_js_ref", "proxy_js_ref_next", "proxy_js_ref_map", "proxy_js_map"],
  ...["proxy_js_existing", "pyProxyFinalizationRegistry", "Module"],
];

// A check that nobody has changed the VM's function table, made at each try block: a fifth of the
// time that code of MicroPython's takes.
const TABLE_CHECK = /assert\(wasmTable\.get\(funcPtr\)==func,"[^"]*"\),/;

// A function (names of globals...) -> {loadMicroPython} with a state of its own at each call.
function prepare(source, names) {
  const body = source
    .replace(/globalThis\.Module\b/g, "Module_")
    .replace(new RegExp(`globalThis\\.(${STATE.join("|")})\\b`, "g"), "$1")
    .replace(/export default \w+;/, "")
    .replace("export async function", "async function")
    .replace(/import\.meta\.url/g, "packageUrl")
    .replace(TABLE_CHECK, "")
    .replace(/Module_=Module\b/, "keep(Module)");
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  const head = `let ${STATE.join(",")}; const keep = (made) => { Module = made; };\n`;
  return new AsyncFunction("packageUrl", ...names, `${head}${body}\nreturn { loadMicroPython };`);
}

// Objects that the VM and JavaScript share live as long as the VM: when JavaScript's collector
// would find them gone is chance, and no two runs would be the same.
class Strong {
  #value;
  constructor(value) {
    this.#value = value;
  }
  deref() {
    return this.#value;
  }
}
class Registry {
  register() {}
}
const GLOBALS = ["globalThis", "WebAssembly", "Date", "WeakRef", "FinalizationRegistry"];

// The VM takes its random seed from the system: from this generator a run can be repeated.
function random(seed) {
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1;
  return (array) => {
    for (let i = 0; i < array.length; i++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      array[i] = state >>> 0;
    }
    return array;
  };
}

// With the heap full to the last block the VM cannot even write its traceback down, and hangs. So
// a spare piece is kept from the code and given back at once when the code runs out of memory:
// close() frees, where a collection would have to wait for the end of the call.
const SPARE_BYTES = 2048;
// And the guard itself, measured; this comes on top of the heap that was asked for.
export const RUNNER_BYTES = SPARE_BYTES + 768;
const GUARD = `
import gc, io
gc.threshold(1024)
def guard(code, scope=globals(), BytesIO=io.BytesIO, spare=[]):
    if not spare:
        spare.append(BytesIO(${SPARE_BYTES}))
    try:
        exec(code, scope)
    except MemoryError:
        spare.pop().close()
        raise
`;

// Statements for the VM, as vm.run(code). A collection is only ever made when a call ends, and
// only if an allocation asked for one, hence the low threshold above.
function guarded(vm) {
  vm.runPython(GUARD);
  const guard = vm.globals.get("guard");
  vm.runPython("del gc, io, guard");
  return guard;
}

// The package's files: what every VM is made from. `url` is where its JavaScript lies.
export class Package {
  #glue;
  #module;

  constructor({ source, wasm, url }) {
    const make = prepare(source, GLOBALS);
    this.#glue = (globals) => make(url, ...GLOBALS.map((name) => globals[name]));
    this.#module = compile(wasm);
  }

  // A VM on `clock`, which offers look() and wait(us), both answering the time in us since the
  // boot, and setTimeout, clearTimeout. `stdout` gets bytes. Answers {FS, run, exports, ...}.
  async load({ heapKiB, seed, stdout, clock, spareBytes = 0 }) {
    let exports;
    const instantiate = async (_bytes, imports) => {
      this.#connect(imports.env, clock);
      const instance = await WebAssembly.instantiate(this.#module, imports);
      exports = instance.exports;
      return { instance, module: this.#module };
    };
    const { loadMicroPython } = await this.#glue(this.#world(seed, clock, instantiate));
    const heapsize = heapKiB * 1024 + RUNNER_BYTES + spareBytes;
    const vm = await loadMicroPython({ heapsize, stdout, stderr: stdout, linebuffer: false });
    vm.FS.mkdirTree("/lib");
    return { FS: vm.FS, run: guarded(vm), exports, vm };
  }

  // The globals that the package's JavaScript sees, and the VM's module `js`.
  #world(seed, clock, instantiate) {
    const own = {
      crypto: { getRandomValues: random(seed) },
      WebAssembly: { ...statics(WebAssembly), instantiate },
      setTimeout: (callback, ms) => clock.setTimeout(callback, ms),
      clearTimeout: (id) => clock.clearTimeout(id),
    };
    const page = Object.create(globalThis);
    for (const [name, value] of Object.entries(own)) {
      Object.defineProperty(page, name, { value, writable: true });
    }
    // What dates the files; nobody who waits looks here.
    const now = () => Math.floor(clock.now / 1000);
    class VirtualDate extends Date {
      constructor(time = now()) {
        super(time);
      }
      static now = now;
    }
    return {
      globalThis: page,
      WebAssembly: own.WebAssembly,
      Date: VirtualDate,
      WeakRef: Strong,
      FinalizationRegistry: Registry,
    };
  }

  #connect(env, clock) {
    const poll = env.__syscall_poll;
    // A board that was never told the time begins at 0 as well.
    env.mp_js_ticks_ms = () => clock.look() / 1000;
    env.mp_js_time_ms = () => clock.look() / 1000;
    env.__syscall_poll = (fds, unit, n) => {
      if (fds !== -1) return poll(fds, unit, n);
      return n ? clock.wait((n >>> 0) * unit) : clock.look();
    };
  }
}

// Writes files, paths and bytes, with the folders they need.
export function put(fs, files) {
  for (const [name, data] of Object.entries(files)) {
    fs.mkdirTree(name.replace(/\/[^/]*$/, "") || "/");
    fs.writeFile(name, data);
  }
}

function statics(object) {
  return Object.fromEntries(Object.getOwnPropertyNames(object).map((name) => [name, object[name]]));
}

// Virtual time for one VM alone, in us since the boot. Each look at the clock takes a moment, so
// that a loop that waits for a time comes to its end.
const LOOK_US = 1000 / 64;

export class Clock {
  constructor() {
    this.now = 0;
    this.timers = new Timers();
  }

  look() {
    return (this.now += LOOK_US);
  }

  wait(us) {
    return (this.now += us);
  }

  setTimeout(callback, ms = 0) {
    return this.timers.add(this.now + Math.max(0, ms) * 1000, callback);
  }

  clearTimeout(id) {
    this.timers.remove(id);
  }

  // Lets `ms` pass, and everything happen that is due by then, each thing at its time. `drain`
  // resolves when the promises that a timer has set off are done.
  async advance(ms, drain) {
    const end = this.now + ms * 1000;
    while (this.timers.due <= end) {
      this.now = Math.max(this.now, this.timers.due);
      this.timers.take()();
      await drain();
    }
    this.now = Math.max(this.now, end);
  }
}

// Callbacks and when they are due, in us. Of those due at the same time the first set is first.
export class Timers {
  #entries = new Map();
  #lastId = 0;
  #next;

  constructor() {
    this.clear();
  }

  // When the next one is due; Infinity if there is none.
  get due() {
    return this.#next.due;
  }

  add(due, callback) {
    const entry = { id: ++this.#lastId, due, callback };
    this.#entries.set(entry.id, entry);
    if (due < this.#next.due) this.#next = entry;
    return entry.id;
  }

  remove(id) {
    this.#entries.delete(id);
    if (id === this.#next.id) this.#find();
  }

  // The next one's callback, which is then forgotten.
  take() {
    const { id, callback } = this.#next;
    this.remove(id);
    return callback;
  }

  clear() {
    this.#entries.clear();
    this.#find();
  }

  #find() {
    this.#next = { due: Infinity };
    for (const entry of this.#entries.values()) if (entry.due < this.#next.due) this.#next = entry;
  }
}
