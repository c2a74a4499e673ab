// Style sheets of panels that are loaded when they are opened first.

import { element } from "./dom.mjs";

/**
 * Add a style sheet to the page, and wait until it applies. A panel without its style sheet can
 * still be used.
 * @param {URL} address
 */
export async function addStyle(address) {
  const link = element("link", { rel: "stylesheet", href: address.href });
  const applies = new Promise((resolve) => {
    link.onload = resolve;
    link.onerror = resolve;
  });
  document.head.append(link);
  await applies;
}
