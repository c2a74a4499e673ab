// A serial port chosen by the user. It is opened again whenever it comes back, until it is closed.

/**
 * The used part of Web Serial.
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
 * @typedef {object} Hearer
 * @property {() => void} plugged
 * @property {(bytes: Uint8Array) => void} came
 * @property {(why: "gone" | "busy") => void} unplugged
 */

const BAUD = 115200;
const AGAIN_MS = 1000;

/** Return whether this browser has Web Serial and may use it: over https or on this computer. */
export function hasPorts() {
  return "serial" in navigator && window.isSecureContext;
}

/** Ask for a port; null for none. */
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
   * @param {Hearer} hearer
   */
  constructor(port, hearer) {
    this.port = port;
    this.hearer = hearer;
    this.wanted = true;
    /** @type {ReadableStreamDefaultReader<Uint8Array> | null} */
    this.reader = null;
    /** @type {WritableStreamDefaultWriter<Uint8Array> | null} */
    this.writer = null;
    this.over = this.#keep();
  }

  /** @param {Uint8Array} bytes */
  write(bytes) {
    // The reader reports a port that is gone.
    this.writer?.write(bytes).catch(() => {});
  }

  async close() {
    this.wanted = false;
    await this.reader?.cancel().catch(() => {});
    await this.over;
  }

  async #keep() {
    while (this.wanted) {
      const why = (await this.#isThere()) ? await this.#use() : "gone";
      if (this.wanted) {
        this.hearer.unplugged(why);
        await new Promise((again) => setTimeout(again, AGAIN_MS));
      }
    }
  }

  /** Return whether the port is plugged in, possibly as another object. */
  async #isThere() {
    const ports = await serial().getPorts();
    const info = JSON.stringify(this.port.getInfo());
    const same = ports.find((one) => JSON.stringify(one.getInfo()) === info);
    const found = ports.includes(this.port) ? this.port : same;
    this.port = found ?? this.port;
    return found !== undefined;
  }

  /** Use the port until it is gone. Return why. */
  async #use() {
    const { port } = this;
    try {
      await port.open({ baudRate: BAUD });
    } catch {
      return "busy";
    }
    try {
      // Setting both resets no board; without DTR a chip's own USB sends nothing.
      await port.setSignals({ dataTerminalReady: true, requestToSend: true });
      this.writer = port.writable?.getWriter() ?? null;
      this.hearer.plugged();
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
    // After an error on the line there is a new stream, after the end none.
    let before = null;
    while (this.wanted && this.port.readable && this.port.readable !== before) {
      before = this.port.readable;
      this.reader = before.getReader();
      try {
        await this.#pass(this.reader);
        return;
      } catch {
        // An error on the line, or the end.
      } finally {
        this.reader.releaseLock();
        this.reader = null;
      }
    }
  }

  /**
   * Pass on the bytes until the stream ends.
   * @param {ReadableStreamDefaultReader<Uint8Array>} reader
   */
  async #pass(reader) {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) {
        return;
      }
      this.hearer.came(value);
    }
  }
}

/** @returns {Serial} */
function serial() {
  return /** @type {any} */ (navigator).serial;
}
