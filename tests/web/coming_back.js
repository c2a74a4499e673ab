// In a page before its own program: when somebody could play, by the clock on the wall and by the
// table's own, and a reload at the very moment that a test asks for.
(() => {
  const ASKS = ["deal", "bid", "card", "answer", "tidy", "confirm"];
  const seen = {
    now: 0, // of the table's own clock, in ms
    times: [], // [wall, table, events, over] whenever somebody was asked for something
    // When the deal that was left was there again, so far at least or over.
    playable: (least) => seen.times.find(([, , events, over]) => over || events >= least),
  };
  window.seen = seen;
  window.armed = ""; // for what the page waits, to reload in the midst of it

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

  // The test's server has the store say so when it begins to write.
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
