// What a board's file system holds when the power is cut: as on littlefs, each file as it was when
// it was last closed or flushed, whatever has been written since.

const SYSTEM = new Set(["/dev", "/home", "/lib", "/proc", "/tmp"]);
const CODE = /\.m?py$/;
const WRITING = 3; // of the access mode, O_WRONLY and O_RDWR

export class Disk {
  #fs;
  #prices;
  #pay;
  #kept = new Map(); // of files open for writing: node -> bytes that would survive

  // Watches an emscripten file system from now on; `pay` lets pass what the `prices` say, in us.
  constructor(fs, prices, pay) {
    this.#fs = fs;
    this.#prices = prices;
    this.#pay = pay;
    const { open, close } = fs;
    fs.open = (...args) => this.#opened(open(...args));
    fs.close = (stream) => {
      this.#flush(stream.node);
      this.#kept.delete(stream.node);
      close(stream);
    };
  }

  // Paths and bytes of the files that would be found; an empty folder is a path with null.
  files() {
    const found = {};
    this.#walk("/", found);
    return found;
  }

  // Puts such files back.
  static restore(fs, files) {
    for (const [path, data] of Object.entries(files)) {
      fs.mkdirTree(data === null ? path : path.replace(/\/[^/]*$/, "") || "/");
      if (data !== null) fs.writeFile(path, data);
    }
  }

  #opened(stream) {
    const { node, stream_ops: ops } = stream;
    if (!this.#fs.isFile(node.mode)) return stream;
    // What imports cost belongs to the bytecode.
    if (CODE.test(stream.path) && !this.#prices.code) return stream;
    const { read, cache } = this.#prices;
    this.#pay(this.#prices.open);
    stream.stream_ops = {
      ...ops,
      read: (...args) => {
        const count = ops.read(...args);
        this.#pay(read * Math.ceil(count / cache));
        return count;
      },
    };
    if (stream.flags & WRITING) {
      this.#keep(node);
      stream.stream_ops.fsync = () => this.#flush(node);
    }
    return stream;
  }

  // What was written since the last time takes its time to reach the flash, and is safe then.
  #flush(node) {
    const kept = this.#kept.get(node);
    if (!kept || same(kept, bytesOf(node))) return;
    this.#pay(this.#prices.flush);
    this.#keep(node);
  }

  #keep(node) {
    this.#kept.set(node, bytesOf(node));
  }

  #walk(folder, found) {
    const names = this.#fs.readdir(folder).filter((name) => name !== "." && name !== "..");
    if (!names.length) found[folder] = null;
    for (const name of names) {
      const path = folder === "/" ? `/${name}` : `${folder}/${name}`;
      if (SYSTEM.has(path)) continue;
      const { node } = this.#fs.lookupPath(path);
      if (this.#fs.isDir(node.mode)) this.#walk(path, found);
      else found[path] = this.#kept.get(node) ?? bytesOf(node);
    }
  }
}

function same(one, other) {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}

function bytesOf({ contents, usedBytes }) {
  return contents ? Uint8Array.from(contents.slice(0, usedBytes)) : new Uint8Array();
}
