// Fetch the page again whenever the hub has stored something, or a minute has passed.

const MINUTE_MS = 60_000;
const REST_MS = 300; // time between two fetches, because many tables may report at once

let isRenewing = false;
let isDue = false;

async function renew() {
  isDue = true;
  if (isRenewing) return;
  isRenewing = true;
  while (isDue) {
    isDue = false;
    await fetchPage();
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
  }
  isRenewing = false;
}

async function fetchPage() {
  const answer = await fetch(location.href).catch(() => null);
  const text = answer?.ok ? await answer.text().catch(() => "") : ""; // the connection may break
  if (!text) {
    return;
  }
  const page = new DOMParser().parseFromString(text, "text/html");
  const [old, fresh] = [document.querySelector("main"), page.querySelector("main")];
  if (old && fresh && !isInUse(old) && old.innerHTML !== fresh.innerHTML) {
    old.replaceChildren(...fresh.childNodes);
  }
}

/**
 * Return whether new content would disturb somebody: a nickname is typed, or the focus is in a
 * page with forms.
 * @param {Element} main
 */
function isInUse(main) {
  const field = main.querySelector("#nickname");
  const isTyped = field instanceof HTMLInputElement && field.value !== "";
  return isTyped || (main.querySelector("form") && main.contains(document.activeElement));
}

// The page of a deal is not renewed, because it rarely changes and somebody may be reading it.
if (!location.pathname.startsWith("/deals/")) {
  new EventSource("/events").onmessage = renew;
  setInterval(renew, MINUTE_MS);
}
