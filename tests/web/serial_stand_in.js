// Simulation of Web Serial with one port. It runs in a page before the page's own scripts, and
// passes bytes between the page and cable.py through a WebSocket, without reading them. The port
// behaves as in a browser. cable.py writes the address of its server into this script.

(() => {
  class Port {
    #socket;
    readable = null;
    writable = null;

    async open({ baudRate }) {
      if (this.#socket) throw new DOMException("The port is already open.", "InvalidStateError");
      const socket = new WebSocket(`ADDRESS/open?${baudRate}`);
      socket.binaryType = "arraybuffer";
      const { data } = await new Promise((said) => {
        socket.onmessage = said;
      });
      if (data !== "open") throw new DOMException("Failed to open serial port.", "NetworkError");
      this.#socket = socket;
      this.readable = new ReadableStream({ start: (reader) => this.#hear(socket, reader) });
      this.writable = new WritableStream({ write: (bytes) => socket.send(bytes) });
    }

    #hear(socket, reader) {
      socket.onmessage = ({ data }) => reader.enqueue(new Uint8Array(data));
      socket.onclose = () => {
        if (this.#socket !== socket) return;
        reader.error(new DOMException("The device has been lost.", "NetworkError"));
        this.#socket = this.readable = this.writable = null;
      };
    }

    async setSignals(signals) {
      this.#socket.send(JSON.stringify(signals));
    }

    async getSignals() {
      return { dataCarrierDetect: false, clearToSend: false, ringIndicator: false };
    }

    getInfo() {
      return { usbVendorId: 0x303a, usbProductId: 0x1001 };
    }

    async close() {
      if (this.readable?.locked || this.writable?.locked) {
        throw new TypeError("Cannot close while a stream is locked.");
      }
      const socket = this.#socket;
      this.#socket = this.readable = this.writable = null;
      if (!socket || socket.readyState === WebSocket.CLOSED) return;
      const closed = new Promise((done) => {
        socket.onclose = done;
      });
      socket.close();
      await closed;
    }
  }

  const port = new Port();
  const serial = Object.assign(new EventTarget(), {
    async requestPort() {
      const [found] = await serial.getPorts();
      if (!found) throw new DOMException("No port selected by the user.", "NotFoundError");
      return found;
    },
    async getPorts() {
      const socket = new WebSocket("ADDRESS/ports");
      const { data } = await new Promise((said) => {
        socket.onmessage = said;
      });
      return data === "plugged" ? [port] : [];
    },
  });
  Object.defineProperty(navigator, "serial", { value: serial });
})();
