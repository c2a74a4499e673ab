// Fetch the page again whenever the hub has stored something, or a minute has passed.

const MINUTE_MS = 60_000;

async function renew() {
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) {
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [old, fresh] = [document.querySelector("main"), page.querySelector("main")];
  if (old && fresh && old.innerHTML !== fresh.innerHTML) {
    old.replaceChildren(...fresh.childNodes);
  }
}

// A deal does not change, and a reader of its page must not lose the place.
if (!location.pathname.startsWith("/deals/")) {
  new EventSource("/events").onmessage = renew;
  setInterval(renew, MINUTE_MS);
}
