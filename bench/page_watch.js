// Measurements inside the page, installed before the page's own code. All times are in ms. Points
// in time count from the request for the page, except the table's time in `clock`.
(() => {
  const ALL = 8; // lit LEDs of the seat whose turn it is
  const watch = {
    playable: 0, // time from which the page is playable
    begun: 0, // time of the beginning of the match
    deals: 0, // number of deals begun
    answers: [], // duration from each drop of a card until the lights show that the turn is over
    tasks: [], // long tasks: start time and duration of each
    clock: [0, 0], // time of the worker's last message "glance", and the table's time in it
  };
  window.watch = watch;

  const root = () => document.documentElement;
  let phase = "";
  function look() {
    const states = root()?.dataset ?? {};
    if (states.phase === phase) return;
    phase = states.phase ?? "";
    const now = performance.now();
    if ("ready" in states && phase) watch.playable ||= now;
    if (phase !== "none") watch.begun ||= now;
    if (phase === "bidding") watch.deals += 1;
  }
  new MutationObserver(look).observe(document, { subtree: true, attributeFilter: ["data-phase"] });

  const lit = (strip) => strip.querySelectorAll(".lit").length;
  function drop({ timeStamp }) {
    const { next, who } = root().dataset;
    const strip = document.querySelector(`.seat[data-seat="${who}"] .lights`);
    if (!document.querySelector(".card.held") || next !== "card" || lit(strip) !== ALL) return;
    const lights = new MutationObserver(() => {
      if (lit(strip) === ALL) return;
      lights.disconnect();
      whenDrawn((now) => watch.answers.push(now - timeStamp));
    });
    lights.observe(strip, { subtree: true, attributeFilter: ["class"] });
  }
  addEventListener("pointerup", drop, true);

  // Call `then` with the time once the next frame is drawn. The browser calls the callback of
  // requestAnimationFrame before it draws the frame, and delivers the message afterwards.
  function whenDrawn(then) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => then(performance.now());
    requestAnimationFrame(() => port2.postMessage(null));
  }

  const long = new PerformanceObserver((list) => {
    watch.tasks.push(...list.getEntries().map(({ startTime, duration }) => [startTime, duration]));
  });
  long.observe({ type: "longtask" });

  const { Worker } = window;
  window.Worker = class extends Worker {
    constructor(...address) {
      super(...address);
      this.addEventListener("message", ({ data: { event, data } }) => {
        if (event === "glance") watch.clock = [performance.now(), data.now];
      });
    }
  };
})();
