// Several tabs ask for the lock at once, without `navigator.locks`: one group of tabs for each
// order of their random numbers. The output has for each group which tabs have got the lock.

Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
const { locks } = await import("../../host_tools/marcoria/web/page/locks.mjs");

/** @type {(items: number[]) => number[][]} */
const orders = (items) =>
  items.length < 2
    ? [items]
    : items.flatMap((item) =>
        orders(items.filter((one) => one !== item)).map((rest) => [item, ...rest]),
      );

const groups = [2, 3, 4].flatMap((count) => orders([...Array(count).keys()]));
const got = groups.map((group) =>
  Promise.all(
    group.map((number) => {
      Math.random = () => number;
      return new Promise((resolve) => {
        locks.request(String(group), { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          return lock ? new Promise(() => {}) : null;
        });
      });
    }),
  ),
);
console.log(JSON.stringify(await Promise.all(got)));
process.exit(0);
