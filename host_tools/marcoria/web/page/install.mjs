// The page that flashes an image of `marcoria image` from the browser. It needs no server, because
// it makes the manifest for esp-web-tools from the file that the user has chosen.

import { element, fill } from "./dom.mjs";
import { Alert, choice, field, fileButton } from "./form.mjs";
import { hasPorts } from "./port.mjs";
import { language, languages, preferred, speak, words } from "./words.mjs";

/** @typedef {{chip: string, offset: number}} Image the chip and the flash address */

/** The module of esp-web-tools; only this page loads it. */
const TOOLS = "./esp-web-tools/install-button.js";
const STEPS = ["install-after-1", "install-after-2", "install-after-3", "install-after-4"];

const MAGIC = 0xe9; // the first byte of an ESP image
const CHIP_AT = 12;
/** @type {Record<number, Image>} by the chip's number in the header of an ESP image */
const CHIPS = { 0: { chip: "ESP32", offset: 0x1000 }, 9: { chip: "ESP32-S3", offset: 0 } };
const PARTITIONS_AT = 0x8000; // flash address of the partition table
const PARTITION_MAGIC = [0xaa, 0x50];

class Install {
  /** @param {Element} root */
  constructor(root) {
    this.root = root;
    this.about = element("p", { class: "state", role: "status" });
    this.trouble = new Alert();
    this.press = element("div", { class: "write" });
    document.addEventListener("spoken", () => this.draw());
  }

  draw() {
    document.title = words("install-title");
    fill(
      this.root,
      element(
        "header",
        {},
        element("h1", {}, words("install-title")),
        field(words("page-language"), choice(languages(), language(), speak)),
      ),
      element("p", {}, words("install-about")),
      hasPorts() ? this.#steps() : element("p", { class: "trouble" }, words("install-cannot")),
      this.#after(),
      element("p", {}, element("a", { href: "index.html" }, words("install-back"))),
    );
  }

  #steps() {
    return [
      element("h2", {}, words("install-file-title")),
      element("p", {}, words("install-make"), " ", element("code", {}, "marcoria image")),
      fileButton(words("install-file"), ".bin", (file) => this.#chosen(file)),
      this.trouble.box,
      this.about,
      element("h2", {}, words("install-write-title")),
      element("p", { class: "warning" }, words("install-keeps")),
      this.press,
    ];
  }

  #after() {
    return [
      element("h2", {}, words("install-after")),
      element(
        "ol",
        {},
        STEPS.map((step) => element("li", {}, words(step))),
      ),
    ];
  }

  /** @param {File} file */
  async #chosen(file) {
    fill(this.press);
    const image = readImage(await file.slice(0, 0x10000).arrayBuffer());
    this.trouble.say(image ? "" : words("install-no-image", { file: file.name }));
    this.about.textContent = image ? words("install-for", { file: file.name, ...image }) : "";
    if (image) {
      await this.#offer(file, image);
    }
  }

  /**
   * @param {File} file
   * @param {Image} image
   */
  async #offer(file, image) {
    await import(TOOLS);
    const start = element("button", { type: "button", class: "main", slot: "activate" });
    start.textContent = words("install-write");
    const tools = document.createElement("esp-web-install-button");
    tools.setAttribute("manifest", manifest(file, image));
    tools.append(start);
    fill(this.press, tools);
  }
}

/**
 * Return the address of a manifest with chip, file and offset. It makes esp-web-tools ask before
 * it erases the whole chip, because that would also erase the journal, which is not part of the
 * file.
 * @param {File} file
 * @param {Image} image
 */
function manifest(file, { chip, offset }) {
  const told = {
    name: "Marcoria",
    version: file.name,
    new_install_prompt_erase: true,
    new_install_improv_wait_time: 0,
    builds: [{ chipFamily: chip, parts: [{ path: URL.createObjectURL(file), offset }] }],
  };
  return URL.createObjectURL(new Blob([JSON.stringify(told)], { type: "application/json" }));
}

/**
 * Return the chip and offset of an image from its first 64 KiB, or null for other files.
 * @param {ArrayBuffer} start
 * @returns {Image | null}
 */
function readImage(start) {
  const bytes = new Uint8Array(start);
  const image = CHIPS[(bytes[CHIP_AT] ?? 0) + 256 * (bytes[CHIP_AT + 1] ?? 0)];
  if (bytes[0] !== MAGIC || !image) {
    return null;
  }
  const table = PARTITIONS_AT - image.offset;
  const whole = PARTITION_MAGIC.every((byte, i) => bytes[table + i] === byte);
  return whole && named(bytes.subarray(table, table + 0xc00), "journal") ? image : null;
}

/**
 * Return whether the partition table contains this name. Images of other programs have no
 * "journal".
 * @param {Uint8Array} table
 * @param {string} name
 */
function named(table, name) {
  return new TextDecoder("latin1").decode(table).includes(name);
}

await speak(preferred());
new Install(/** @type {Element} */ (document.querySelector(".install"))).draw();
