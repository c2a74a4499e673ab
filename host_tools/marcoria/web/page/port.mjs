// The choice of a serial port in the browser (Web Serial), and the connection to this port. If the
// port is unplugged or busy, `Port` tries to open it again every second.

/**
 * The part of Web Serial that is used here.
 * @typedef {object} SerialPort
 * @property {ReadableStream<Uint8Array> | null} readable
 * @property {WritableStream<Uint8Array> | null} writable
 * @property {(options: object) => Promise<void>} open
 * @property {(signals: object) => Promise<void>} setSignals
 * @property {() => object} getInfo
 * @property {() => Promise<void>} close
 */
/** @typedef {{requestPort(): Promise<SerialPort>, getPorts(): Promise<SerialPort[]>}} Serial */
/**
 * @typedef {object} Listener callbacks of a port
 * @property {() => void} plugged the port was opened
 * @property {(bytes: Uint8Array) => void} came bytes were received
 * @property {(why: "gone" | "busy") => void} unplugged the port is unplugged, or cannot be opened;
 *   called again after each further attempt that fails
 */

const BAUD = 115200;
const AGAIN_MS = 1000;

/**
 * Return whether this browser has Web Serial and may use it. The page must come over https, or
 * from this computer.
 */
export function hasPorts() {
  return "serial" in navigator && window.isSecureContext;
}

/** Let the user choose a port. Return this port, or null if the user chooses none. */
export async function choosePort() {
  try {
    return await serial().requestPort();
  } catch (error) {
    if (/** @type {Error} */ (error).name === "NotFoundError") {
      return null;
    }
    throw error;
  }
}

export class Port {
  /**
   * @param {SerialPort} port
   * @param {Listener} listener
   */
  constructor(port, listener) {
    this.port = port;
    this.listener = listener;
    this.isWanted = true;
    /** @type {ReadableStreamDefaultReader<Uint8Array> | null} */
    this.reader = null;
    /** @type {WritableStreamDefaultWriter<Uint8Array> | null} */
    this.writer = null;
    this.over = this.#keep();
  }

  /** @param {Uint8Array} bytes */
  write(bytes) {
    // Ignore the error: if the port is gone, reading ends too, and #keep calls `unplugged`.
    this.writer?.write(bytes).catch(() => {});
  }

  async close() {
    this.isWanted = false;
    await this.reader?.cancel().catch(() => {});
    await this.over;
  }

  async #keep() {
    while (this.isWanted) {
      const why = (await this.#isThere()) ? await this.#use() : "gone";
      if (this.isWanted) {
        this.listener.unplugged(why);
        await new Promise((again) => setTimeout(again, AGAIN_MS));
      }
    }
  }

  /**
   * Return whether the port is plugged in. If the browser no longer lists the port's object, use
   * the first object with the same USB vendor and product: a port that was plugged in again may
   * have a new object.
   */
  async #isThere() {
    const ports = await serial().getPorts();
    const info = JSON.stringify(this.port.getInfo());
    const same = ports.find((one) => JSON.stringify(one.getInfo()) === info);
    const found = ports.includes(this.port) ? this.port : same;
    this.port = found ?? this.port;
    return found !== undefined;
  }

  /**
   * Open the port, and read from it until it is unplugged or `close` is called. Then return
   * "gone". Return "busy" if the port cannot be opened.
   */
  async #use() {
    const { port } = this;
    try {
      await port.open({ baudRate: BAUD });
    } catch {
      return "busy";
    }
    try {
      // With both signals set, no board resets. Without DTR, a chip with its own USB sends
      // nothing.
      await port.setSignals({ dataTerminalReady: true, requestToSend: true });
      this.writer = port.writable?.getWriter() ?? null;
      this.listener.plugged();
      await this.#read();
    } catch {
      // The port was unplugged meanwhile.
    } finally {
      this.writer?.releaseLock();
      this.writer = null;
      await port.close().catch(() => {});
    }
    return "gone";
  }

  async #read() {
    // After an error on the line, the port has a new stream. An unplugged port has none.
    let before = null;
    while (this.isWanted && this.port.readable && this.port.readable !== before) {
      before = this.port.readable;
      this.reader = before.getReader();
      try {
        await this.#pass(this.reader);
        return;
      } catch {
        // The line had an error, or the port is gone.
      } finally {
        this.reader.releaseLock();
        this.reader = null;
      }
    }
  }

  /**
   * Pass the received bytes to the listener until the stream ends.
   * @param {ReadableStreamDefaultReader<Uint8Array>} reader
   */
  async #pass(reader) {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) {
        return;
      }
      this.listener.came(value);
    }
  }
}

/** @returns {Serial} */
function serial() {
  return /** @type {any} */ (navigator).serial;
}
