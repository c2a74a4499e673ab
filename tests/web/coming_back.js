// This script runs in a page before the page's own program. It records when a player could act, in
// real time and by the table's clock, and it reloads the page at the moment that `armed` names.
(() => {
  const ASKS = ["deal", "bid", "card", "answer", "tidy", "confirm"];
  const seen = {
    now: 0, // the time of the table's own clock, in ms
    // for each time that the table asked a player to act: [real ms since the page was opened,
    // table ms, number of the deal's events, whether the deal was over]
    times: [],
    // Return the first of these times at which the deal had at least `least` events or was over.
    playable: (least) => seen.times.find(([, , events, over]) => over || events >= least),
  };
  window.seen = seen;
  // The event that reloads the page: "write" (to the store), "refresh" (of the display), or "".
  window.armed = "";

  function happens(what) {
    if (window.armed === what) location.reload();
  }

  const options = { subtree: true, attributeFilter: ["data-next", "data-phase", "data-events"] };
  new MutationObserver(() => {
    const { next, phase = "none", events, score } = document.documentElement.dataset;
    if (phase === "none" || !ASKS.includes(next)) return;
    const over = phase === "done" || !["", "0:0"].includes(score);
    seen.times.push([performance.now(), seen.now, Number(events), over]);
  }).observe(document, options);

  // The test's server changes store.mjs so that the store announces when it begins to write.
  new BroadcastChannel("writes").onmessage = () => happens("write");

  const { Worker } = window;
  window.Worker = class extends Worker {
    constructor(...address) {
      super(...address);
      this.addEventListener("message", ({ data: { event, data } }) => {
        if (event !== "glance") return;
        seen.now = data.now;
        if (data.ink.startsWith("True")) happens("refresh");
      });
    }
  };
})();
