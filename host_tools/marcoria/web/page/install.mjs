// The page that writes an image of the program to a board from the browser. The image comes with
// this page, or is a file made by `marcoria image`. This page makes the manifest for esp-web-tools
// from the image.

import { recipe } from "./build_boards.mjs";
import { loadFacts } from "./build_facts.mjs";
import { element, fill } from "./dom.mjs";
import { Alert, choice, field, fileButton, radios } from "./form.mjs";
import { hasPorts } from "./port.mjs";
import { language, languages, preferred, speak, words } from "./words.mjs";

/** @import { Facts, Image } from "./build_facts.mjs" */

/** @typedef {{chip: string, offset: number}} Target the chip and the flash address */

/** The module of esp-web-tools; only this page loads it. */
const TOOLS = "./esp-web-tools/install-button.js";
const STEPS = ["install-after-1", "install-after-2", "install-after-3", "install-after-4"];

const MAGIC = 0xe9; // the first byte of an ESP image
const CHIP_AT = 12;
/** @type {Record<number, Target>} by the chip's number in the header of an ESP image */
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
    /** @type {Facts | null} null until they are loaded, or if they cannot be loaded */
    this.facts = null;
    this.wanted = ""; // profile of the chosen board, "" for the user's own file or no choice
    document.addEventListener("spoken", () => this.draw());
  }

  /**
   * Load the facts and draw the page. If the fragment of the address is the profile of a board,
   * choose this board. Ignore the fragment if the page has no image for the board or the browser
   * cannot use Web Serial.
   */
  async begin() {
    this.draw();
    this.facts = await loadFacts().catch(() => null);
    const wanted = location.hash.slice(1);
    if (hasPorts() && this.#ready().some(({ profile }) => profile === wanted)) {
      this.#take(wanted);
    }
    this.draw();
  }

  /** Return the boards whose image comes with this page. */
  #ready() {
    return (this.facts?.boards ?? []).filter((board) => board.image);
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
      this.#boards(),
      fileButton(words(this.#ready().length ? "install-own" : "install-file"), ".bin", (file) =>
        this.#own(file),
      ),
      this.#recipes(),
      this.trouble.box,
      this.about,
      element("h2", {}, words("install-write-title")),
      element("p", { class: "warning" }, words("install-keeps")),
      element("p", { class: "hint first" }, words("install-first")),
      this.press,
    ];
  }

  /** Return a choice of the boards, or a sentence if the page has no image for any board. */
  #boards() {
    const boards = this.#ready();
    if (boards.length === 0) {
      return element("p", {}, words("install-none"));
    }
    /** @type {[string, string, string][]} */
    const rows = boards.map(({ profile, name, chip, image }) => [
      profile,
      name,
      words("install-board-hint", { chip, micropython: image?.micropython ?? "" }),
    ]);
    return radios(words("install-board"), rows, this.wanted, (profile) => this.#take(profile));
  }

  /**
   * Return the steps to make an image for each board, in an element that is closed at first. Return
   * null if the facts about the boards are not loaded.
   */
  #recipes() {
    const { facts } = this;
    return (
      facts &&
      element(
        "details",
        {},
        element("summary", {}, words("install-make")),
        facts.boards.flatMap((board) => [
          element("h3", {}, board.name),
          element("ol", {}, recipe(board, facts)),
        ]),
      )
    );
  }

  /**
   * Load the image for a board, and offer to write it.
   * @param {string} profile
   */
  async #take(profile) {
    const image = this.#ready().find((board) => board.profile === profile)?.image;
    if (!image) {
      return;
    }
    this.wanted = profile;
    fill(this.press);
    const file = image.file.split("/").at(-1) ?? "";
    this.about.textContent = words("install-loading", { file });
    const data = await load(image);
    if (this.wanted !== profile) {
      return; // The user has chosen another board or file meanwhile.
    }
    if (data) {
      await this.#chosen(new File([data], file));
    } else {
      this.about.textContent = "";
      this.trouble.say(words("install-no-fetch", { file }));
    }
  }

  /** @param {File} file */
  async #own(file) {
    this.wanted = "";
    for (const radio of this.root.querySelectorAll("input[type=radio]")) {
      /** @type {HTMLInputElement} */ (radio).checked = false;
    }
    await this.#chosen(file);
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
   * @param {Target} image
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
 * Return the bytes of an image, or null if the download fails or the bytes have a wrong hash.
 * @param {Image} image
 */
async function load(image) {
  try {
    const data = await (await fetch(image.file)).arrayBuffer();
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
    const digits = [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return digits === image.sha256 ? data : null;
  } catch {
    return null;
  }
}

/**
 * Return the address of a manifest with chip, file and flash address. The manifest makes
 * esp-web-tools ask before it erases the whole chip. Erasing the chip would also erase the journal,
 * which is not part of the file.
 * @param {File} file
 * @param {Target} image
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
 * Return the chip and flash address of an image from its first 64 KiB. Return null if the file is
 * no image of this program, or if its chip is not in CHIPS.
 * @param {ArrayBuffer} start
 * @returns {Target | null}
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
 * partition "journal".
 * @param {Uint8Array} table
 * @param {string} name
 */
function named(table, name) {
  return new TextDecoder("latin1").decode(table).includes(name);
}

await speak(preferred());
new Install(/** @type {Element} */ (document.querySelector(".install"))).begin();
