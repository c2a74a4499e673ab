// Runs in a page before the page's own program: records when somebody could play, in real time and
// by the table's clock, and reloads at the moment that a test asks for.
(() => {
  const ASKS = ["deal", "bid", "card", "answer", "tidy", "confirm"];
  const seen = {
    now: 0, // of the table's own clock, in ms
    times: [], // [wall, table, events, over] each time a player was asked for something
    // When the deal had at least as many events as before the visit ended, or was over.
    playable: (least) => seen.times.find(([, , events, over]) => over || events >= least),
  };
  window.seen = seen;
  window.armed = ""; // what triggers the reload: "write" or "refresh"

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

  // The test's server makes the store announce each write.
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
