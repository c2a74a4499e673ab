// The program for each board: an image to write or download, or the steps that make the image.

import { euro, figure } from "./build_facts.mjs";
import { element } from "./dom.mjs";
import { hasPorts } from "./port.mjs";
import { words } from "./words.mjs";

/** @import { Board, Facts, Image } from "./build_facts.mjs" */

const MEGABYTE = 1_000_000;

/**
 * Return an introduction, a warning if the browser cannot use serial ports (else null), and the
 * boards. Each board has its image or the steps that make the image.
 * @param {Facts} facts
 */
export function boardList(facts) {
  return [
    element("p", {}, words("build-boards-about")),
    hasPorts() ? null : element("p", { class: "trouble" }, words("install-cannot")),
    element(
      "div",
      { class: "boards" },
      facts.boards.map((board) => card(board, facts)),
    ),
  ];
}

/**
 * Return a link that opens in a tab of its own, so that the match stays on the screen.
 * @param {string} href
 * @param {import("./dom.mjs").Child} text
 * @param {import("./dom.mjs").Attributes} [attributes]
 */
export function away(href, text, attributes = {}) {
  return element("a", { href, target: "_blank", rel: "noopener noreferrer", ...attributes }, text);
}

/**
 * @param {Board} board
 * @param {Facts} facts
 */
function card(board, facts) {
  return element(
    "section",
    { class: "board", "data-board": board.profile },
    element("h4", {}, board.name),
    element("p", { class: "price" }, euro(board.euro)),
    board.image ? ready(board, board.image) : missing(board, facts),
  );
}

/**
 * @param {Board} board
 * @param {Image} image
 */
function ready(board, image) {
  const { version, micropython } = image;
  const size = figure(image.bytes / MEGABYTE);
  const write = away(`install.html#${board.profile}`, words("build-image-write"), {
    class: "main",
  });
  return [
    element("p", {}, words("build-image-here", { version, micropython, size })),
    element(
      "p",
      { class: "links" },
      hasPorts() ? write : null,
      element("a", { href: image.file, download: "" }, words("build-image-take")),
    ),
    element("p", { class: "hint" }, "SHA-256: ", element("code", {}, image.sha256)),
  ];
}

/**
 * @param {Board} board
 * @param {Facts} facts
 */
function missing(board, facts) {
  return [
    element("p", {}, words("build-image-missing")),
    element(
      "ol",
      {},
      recipe(board, facts),
      element("li", {}, away("install.html", words("build-image-then"))),
    ),
    element(
      "p",
      { class: "hint" },
      words("build-image-host"),
      " ",
      element("code", {}, 'make web ARGS="FILE.bin"'),
    ),
  ];
}

/**
 * Return the steps that make the image for a board, as list items.
 * @param {Board} board
 * @param {Facts} facts
 */
export function recipe({ profile, variant, stock }, { oldest }) {
  const command = `.venv/bin/marcoria image --profile ${profile} --micropython FILE.bin`;
  const page = new URL(stock).pathname.split("/").at(-2) ?? "";
  return [
    element("li", {}, words("build-image-stock", { oldest, variant }), " ", away(stock, page)),
    element("li", {}, words("build-image-make"), " ", element("code", {}, command)),
  ];
}
