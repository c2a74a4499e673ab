// The board's file system. As on littlefs, reads of the flash take time, and after a power cut a
// file has the content that it had when it was last closed or flushed.

import { same } from "./bytes.mjs";

/** @import { FileNode, FilesAndFolders, FileStream, FileSystem } from "./micropython.js" */

/** @typedef {"walk" | "open" | "list"} Done */
/**
 * Numbers of flash reads by operation and path, counted by file_reads.py. The numbers in `content`
 * are hundredths of a flash read.
 * @typedef {Record<Done | "content" | "jump" | "miss", Record<string, number>>} Counted
 */
/**
 * @typedef {object} Prices
 * @property {Counted} reads
 * @property {number} read time of a flash read in us
 * @property {number} size bytes of a file in one flash read
 * @property {number} flush time of a flush in us
 * @property {number} codeByte time to import a byte of code in us
 * @property {boolean} code whether imports take time
 * @property {boolean} log whether accesses to files are logged
 */

const SYSTEM = new Set(["/dev", "/home", "/lib", "/proc", "/tmp"]);
const CODE = /\.(m?py|bundle)$/;
const HUNDRED = 100;
const WRITING = 3; // bits of the access modes O_WRONLY and O_RDWR

// The number of flash reads for each access to a file, computed like FileTimes in file_reads.py.
class Reads {
  /** @type {Counted} */ #counted;

  /** @param {Counted} counted */
  constructor(counted) {
    this.#counted = counted;
  }

  /**
   * Return the number of flash reads for an operation on a path.
   * @param {Done} what
   * @param {string} path
   * @param {boolean} there whether the path exists
   */
  of(what, path, there) {
    if (!there) return this.#nearest(path);
    return this.#counted[what][path] ?? 2 * this.#nearest(path);
  }

  /**
   * Return the average number of flash reads for the next piece (`Prices.size` bytes) of a file.
   * @param {string} path
   */
  line(path) {
    return (this.#counted.content[path] ?? HUNDRED) / HUNDRED;
  }

  /**
   * Return the number of additional flash reads if a read does not continue the previous read.
   * @param {string} path
   */
  jump(path) {
    return this.#counted.jump[path] ?? 1;
  }

  /** @param {string} path */
  #nearest(path) {
    while (!(path in this.#counted.miss)) path = path.replace(/\/[^/]*$/, "") || "/";
    return this.#counted.miss[path];
  }
}

export class Disk {
  #image;
  #prices;
  #reads;
  #pay;
  #isMounted = false; // whether the processor runs
  /** @type {FileSystem} */ #fs; // the file system while the processor runs
  /** @type {FilesAndFolders} */ #off; // all files while the processor is off
  #count = 0; // number of flash reads since the processor started
  // Log of accesses to files, if `Prices.log` is true. Each entry has the operation and the path.
  // The entry of a read also has position and size.
  /** @type {unknown[][]} */ #log = [];
  // For each file open for writing: the bytes that a power cut would keep.
  /** @type {Map<FileNode, Uint8Array>} */ #kept = new Map();

  /**
   * `image` has the firmware's files by their paths. `pay` lets a time in us pass and returns
   * true. While the firmware is not in a step, `pay` does nothing and returns false.
   * @param {Record<string, Uint8Array>} image
   * @param {Prices} prices
   * @param {(us: number) => boolean | undefined} pay
   */
  constructor(image, prices, pay) {
    this.#image = image;
    this.#off = { ...image };
    this.#prices = prices;
    this.#reads = new Reads(prices.reads);
    this.#pay = pay;
  }

  /**
   * Write all files into the emscripten file system of a processor that starts. Wrap functions of
   * the file system, so that accesses to files take time, and so that unflushed changes are lost
   * in a power cut.
   * @param {FileSystem} fs
   */
  mount(fs) {
    write(fs, this.#off);
    [this.#fs, this.#isMounted, this.#count, this.#log] = [fs, true, 0, []];
    this.#kept.clear();
    const { open, close, stat } = fs;
    fs.open = (path, ...args) => {
      const before = this.#content(path); // the mode "w" empties the file
      return this.#opened(
        this.#found("open", path, () => open(path, ...args)),
        before,
      );
    };
    // Imports call stat to find modules. The firmware itself calls stat only in `exists`
    // (table/files/storage.py). If imports take no time, these calls take none either.
    if (this.#prices.code)
      fs.stat = (path, ...args) => this.#found("walk", path, () => stat(path, ...args));
    fs.close = (stream) => {
      this.#flush(stream.node);
      this.#kept.delete(stream.node);
      close(stream);
    };
  }

  // Keep the files that a power cut would keep, because the processor stops.
  unmount() {
    this.#off = this.#all();
    this.#isMounted = false;
  }

  // Return the number of flash reads since the processor started, and the log of accesses to
  // files.
  get reads() {
    return { count: Math.round(this.#count), log: this.#log };
  }

  // Return the files that a power cut would keep, without unchanged files of the image. The value
  // of an empty folder is null.
  get files() {
    const changed = Object.entries(this.#all()).filter(([path, data]) => {
      return data === null || !(path in this.#image) || !same(data, this.#image[path]);
    });
    return Object.fromEntries(changed);
  }

  /**
   * Write a file, or make an empty folder if `data` is null.
   * @param {string} path
   * @param {Uint8Array | null} data
   */
  write(path, data) {
    if (this.#isMounted) write(this.#fs, { [path]: data });
    else this.#off[path] = data;
  }

  #all() {
    if (!this.#isMounted) return this.#off;
    /** @type {FilesAndFolders} */
    const found = {};
    this.#walk("/", found);
    return found;
  }

  /**
   * Return the result of `act`, an operation on a path, and let the time of its flash reads pass.
   * The search for a missing path takes time too. Access to code takes time only if imports do.
   * @template {{ node?: FileNode }} Found
   * @param {Done} what
   * @param {string | FileNode} path
   * @param {() => Found} act
   */
  #found(what, path, act) {
    if (typeof path !== "string") return act();
    path = path.startsWith("/") ? path : `/${path}`;
    let found;
    try {
      found = act();
    } catch (error) {
      this.#spend(this.#reads.of("walk", path, false), "walk", path);
      throw error;
    }
    if (this.#fs.isDir(found.node?.mode)) what = "list";
    if (this.#prices.code || !CODE.test(path)) {
      this.#spend(this.#reads.of(what, path, true), what, path);
    }
    return found;
  }

  /**
   * @param {number} reads
   * @param {...unknown} what
   */
  #spend(reads, ...what) {
    if (!this.#pay(Math.floor(reads * this.#prices.read))) return;
    this.#count += reads;
    if (this.#prices.log) this.#log.push(what);
  }

  /**
   * Return the content of a file, null if there is no file.
   * @param {string | FileNode} path
   */
  #content(path) {
    try {
      const node = typeof path === "string" ? this.#fs.lookupPath(path).node : path;
      return this.#fs.isFile(node.mode) ? bytesOf(node) : null;
    } catch {
      return null;
    }
  }

  /**
   * @param {FileStream} stream
   * @param {Uint8Array | null} before the content before the file was opened
   */
  #opened(stream, before) {
    const { node, path, stream_ops: ops } = stream;
    if (!this.#fs.isFile(node.mode)) return stream;
    const isCode = CODE.test(path);
    // If imports take no time, reads of code take none either.
    if (isCode && !this.#prices.code) return stream;
    const { size, codeByte } = this.#prices;
    let line = -1; // index of the piece of the file that is in littlefs's cache
    stream.stream_ops = {
      ...ops,
      read: (...args) => {
        const at = args[4];
        const count = ops.read(...args);
        if (!count) return count;
        const [first, last] = [Math.floor(at / size), Math.floor((at + count - 1) / size)];
        const pieces = last - first + (first === line ? 0 : 1);
        const jump = first === line || first === line + 1 ? 0 : this.#reads.jump(path);
        line = last;
        this.#spend(pieces * this.#reads.line(path) + jump, "read", path, at, count);
        if (isCode) this.#pay(count * codeByte);
        return count;
      },
    };
    if (stream.flags & WRITING) {
      this.#kept.set(node, before ?? bytesOf(node));
      stream.stream_ops.fsync = () => this.#flush(node);
    }
    return stream;
  }

  /**
   * Write the changes of a file to the flash, if it has any, and let the time of the flush pass.
   * Afterwards a power cut keeps these changes.
   * @param {FileNode} node
   */
  #flush(node) {
    const kept = this.#kept.get(node);
    if (!kept || same(kept, bytesOf(node))) return;
    this.#pay(this.#prices.flush);
    this.#keep(node);
  }

  /** @param {FileNode} node */
  #keep(node) {
    this.#kept.set(node, bytesOf(node));
  }

  /**
   * @param {string} folder
   * @param {FilesAndFolders} found
   */
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

/**
 * @param {FileSystem} fs
 * @param {FilesAndFolders} files
 */
function write(fs, files) {
  for (const [path, data] of Object.entries(files)) {
    fs.mkdirTree(data === null ? path : path.replace(/\/[^/]*$/, "") || "/");
    if (data !== null) fs.writeFile(path, data);
  }
}

/** @param {FileNode} node */
function bytesOf({ contents, usedBytes }) {
  return contents ? new Uint8Array(contents.slice(0, usedBytes)) : new Uint8Array();
}
