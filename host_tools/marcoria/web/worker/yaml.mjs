// Parser of YAML to plain nodes with line numbers from 0. A node is [kind, line, value]. An error
// is {line, problem}. web/world/lib/yaml.py receives the nodes and passes them to the host's own
// parser of scenarios.

import { EVENT_ID, getScalarValue, parseEvents, YAMLException } from "js-yaml/browser";

/** @import { Event } from "js-yaml/browser" */
/** @typedef {[kind: string, line: number, value: any]} Node */

const MOST = 20_000; // maximum number of nodes; each alias counts the nodes of its value again
const TOO_MANY = "there are too many values in this file";
const SECOND = "a second YAML document begins here, but a scenario has only one";

/**
 * Return the root node of a text, null if the text is empty, or the error in it.
 * @param {string} text
 * @returns {Node | null | {line: number, problem: string}}
 */
export function nodesOf(text) {
  try {
    return new Reader(text).read();
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return { line: error.mark?.line ?? 0, problem: error.reason };
  }
}

class Reader {
  #text;
  #events;
  #at = 0;
  #count = 0;
  /** @type {Map<string, Node>} */
  #named = new Map();

  /** @param {string} text */
  constructor(text) {
    this.#text = text;
    this.#events = parseEvents(text, {});
  }

  read() {
    const documents = this.#events.filter(({ type }) => type === EVENT_ID.DOCUMENT);
    if (documents.length > 1) this.#wrong(this.#text.lastIndexOf("\n---") + 1, SECOND);
    if (!documents.length || this.#events[1].type === EVENT_ID.POP) return null;
    this.#at = 1;
    return this.#node();
  }

  /** @returns {Node} */
  #node() {
    const event = this.#events[this.#at++];
    if (event.type === EVENT_ID.ALIAS) return this.#again(event.anchorStart, event.anchorEnd);
    if (event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP) throw new Error("no node");
    this.#counted(1, 0);
    const made = this.#made(event);
    if (event.anchorStart >= 0) {
      this.#named.set(this.#text.slice(event.anchorStart, event.anchorEnd), made);
    }
    return made;
  }

  /**
   * @param {Extract<Event, {anchorStart: number, tagStart: number}>} event
   * @returns {Node}
   */
  #made(event) {
    if (event.type === EVENT_ID.SCALAR) {
      return ["scalar", this.#line(event.valueStart), getScalarValue(this.#text, event)];
    }
    const parts = [];
    while (this.#events[this.#at].type !== EVENT_ID.POP) parts.push(this.#node());
    this.#at += 1;
    const line = this.#line(event.start);
    if (event.type === EVENT_ID.SEQUENCE) return ["list", line, parts];
    const pairs = [];
    for (let i = 0; i < parts.length; i += 2) pairs.push([parts[i], parts[i + 1]]);
    return ["mapping", line, pairs];
  }

  /**
   * Return the node to which an alias refers.
   * @param {number} start
   * @param {number} end
   */
  #again(start, end) {
    const name = this.#text.slice(start, end);
    const found = this.#named.get(name);
    if (!found) return this.#wrong(start, `no value before this line has the anchor '${name}'`);
    this.#counted(sizeOf(found), start);
    return found;
  }

  /**
   * @param {number} more
   * @param {number} place
   */
  #counted(more, place) {
    this.#count += more;
    if (this.#count > MOST) this.#wrong(place, TOO_MANY);
  }

  /**
   * @param {number} place
   * @param {string} problem
   * @returns {never}
   */
  #wrong(place, problem) {
    return YAMLException.throwAt(this.#text, place, problem);
  }

  /** @param {number} place */
  #line(place) {
    return place < 0 ? 0 : this.#text.slice(0, place).split("\n").length - 1;
  }
}

/**
 * @param {Node} node
 * @returns {number}
 */
function sizeOf([kind, , value]) {
  if (kind === "scalar") return 1;
  return value
    .flat(kind === "mapping" ? 1 : 0)
    .reduce((/** @type {number} */ sum, /** @type {Node} */ one) => sum + sizeOf(one), 1);
}
