// What a board's file system holds when the power is cut: as on littlefs, each file as it was when
// it was last closed or flushed, whatever has been written since.

const SYSTEM = new Set(["/dev", "/home", "/lib", "/proc", "/tmp"]);
const WRITING = 3; // of the access mode, O_WRONLY and O_RDWR

export class Disk {
  #fs;
  #kept = new Map(); // of files open for writing: node -> bytes that would survive

  // Watches an emscripten file system from now on.
  constructor(fs) {
    this.#fs = fs;
    const { open, close } = fs;
    fs.open = (...args) => this.#opened(open(...args));
    fs.close = (stream) => {
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
    const ops = stream.stream_ops;
    if (stream.flags & WRITING && this.#fs.isFile(stream.node.mode)) {
      this.#keep(stream.node);
      stream.stream_ops = { ...ops, fsync: () => void this.#keep(stream.node) };
    }
    return stream;
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

function bytesOf({ contents, usedBytes }) {
  return contents ? Uint8Array.from(contents.slice(0, usedBytes)) : new Uint8Array();
}
