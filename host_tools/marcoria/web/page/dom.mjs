// DOM elements, created without parsing any text as HTML, because a text from a user, such as the
// name of a house, may contain any characters.

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Create an element with attributes and children. A function becomes a listener: {onclick: act}.
 * True sets an attribute without a value; false, null and undefined leave the attribute out. The
 * children false, null and undefined are left out too.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

/**
 * Create an SVG element with attributes and children, as `element` does for HTML.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function drawing(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * Replace the children of an element.
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren(...nodes(children));
}

/**
 * Set an element's accessible name and its tooltip.
 * @param {HTMLElement} target
 * @param {string} text
 */
export function label(target, text) {
  target.setAttribute("aria-label", text);
  target.title = text;
}

/**
 * @template {Element} Kind
 * @param {Kind} made
 * @param {Attributes} attributes
 * @param {(Child | Child[])[]} children
 * @returns {Kind}
 */
function furnish(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      made.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (typeof value === "boolean") {
      made.toggleAttribute(name, value);
    } else if (value !== null && value !== undefined) {
      made.setAttribute(name, String(value));
    }
  }
  made.append(...nodes(children));
  return made;
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function nodes(children) {
  return children
    .flat()
    .filter((one) => one !== null && one !== undefined && one !== false)
    .map((one) => (one instanceof Node ? one : String(one)));
}
