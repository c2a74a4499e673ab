// Several tabs ask for the lock, or steal it, without `navigator.locks`. There is a group of tabs
// for each order of their random numbers. In some groups, all tabs begin at the same time. In the
// others, each tab begins a bit later than the tab before it. The output says for each group which
// tabs hold the lock in the end.

Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
const { locks } = await import("../../host_tools/marcoria/web/page/locks.mjs");

const LATER_MS = 40;
const END_MS = 1000; // all requests are decided by then

/** @type {(ms: number) => Promise<void>} */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** @type {(items: number[]) => number[][]} */
const orders = (items) =>
  items.length < 2
    ? [items]
    : items.flatMap((item) =>
        orders(items.filter((one) => one !== item)).map((rest) => [item, ...rest]),
      );

/** @type {(name: string, number: number, steal: boolean) => () => boolean} */
function begin(name, number, steal) {
  let holds = false;
  Math.random = () => number;
  const held = (/** @type {object | null} */ lock) => {
    holds = lock !== null;
    return lock ? new Promise(() => {}) : null;
  };
  locks.request(name, steal ? { steal } : { ifAvailable: true }, held).catch(() => {
    holds = false;
  });
  return () => holds;
}

/** @type {(numbers: number[], steal: boolean, ms: number) => Promise<boolean[]>} */
async function holders(numbers, steal, ms) {
  const tabs = [];
  for (const number of numbers) {
    tabs.push(begin(`${numbers} ${steal} ${ms}`, number, steal));
    if (ms > 0) await pause(ms);
  }
  await pause(END_MS);
  return tabs.map((holds) => holds());
}

const groups = [2, 3, 4].flatMap((count) => orders([...Array(count).keys()]));
const all = [false, true].flatMap((steal) =>
  [0, LATER_MS].flatMap((ms) => groups.map((group) => holders(group, steal, ms))),
);
console.log(JSON.stringify(await Promise.all(all)));
process.exit(0);
