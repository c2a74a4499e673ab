// The function with which a panel loads its style sheet when the panel is first opened.

import { element } from "./dom.mjs";

/**
 * Add a style sheet to the page, and wait until it applies. If it cannot be loaded, return without
 * an error, because its panel can be used without it.
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
