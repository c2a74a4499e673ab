// The page that writes the image of `marcoria image` onto a chip, from the browser and without a
// server: the manifest that esp-web-tools wants is made of the file here.

import { element, fill } from "./dom.mjs";
import { choice, field, fileButton } from "./form.mjs";
import { readImage } from "./image.mjs";
import { language, languages, preferred, speak, words } from "./words.mjs";

/** @typedef {import("./image.mjs").Image} Image */

/** esp-web-tools, as its package has it; only this page loads it. */
const TOOLS = "./esp-web-tools/install-button.js";
const STEPS = ["install-after-1", "install-after-2", "install-after-3", "install-after-4"];

class Install {
  /** @param {Element} root */
  constructor(root) {
    this.root = root;
    this.about = element("p", { class: "state", role: "status" });
    this.trouble = element("p", { class: "trouble", role: "alert" });
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
      canWrite() ? this.#steps() : element("p", { class: "trouble" }, words("install-cannot")),
      this.#after(),
      element("p", {}, element("a", { href: "index.html" }, words("install-back"))),
    );
  }

  #steps() {
    return [
      element("h2", {}, words("install-file-title")),
      element("p", {}, words("install-make"), " ", element("code", {}, "marcoria image")),
      fileButton(words("install-file"), ".bin", (file) => this.#chosen(file)),
      this.trouble,
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
    this.trouble.textContent = image ? "" : words("install-no-image", { file: file.name });
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
 * The address of the manifest: what is written where, on which chip. A chip is asked about before
 * all of it is erased, for the journal of a table lies behind the file's end.
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

/** Web Serial is there, and allowed: the address is https or this computer's own. */
function canWrite() {
  return "serial" in navigator && window.isSecureContext;
}

await speak(preferred());
new Install(/** @type {Element} */ (document.querySelector(".install"))).draw();
