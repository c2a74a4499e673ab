// The lock that lets only one tab run the table. Without a secure context, for example at the
// address http://192.168.1.7, browsers have no locks. Then the tabs agree by messages.

const ANSWER_MS = 300; // how long a tab waits for the one that holds the lock
const GIVEN_MS = 100; // how long a tab waits until the other has stopped its table

/** @typedef {{steal?: boolean, ifAvailable?: boolean}} Options */
/** @typedef {(lock: object | null) => unknown} Held */

/** A lock among tabs, with the part of `navigator.locks` that the page uses. */
class TabLocks {
  /**
   * Call `held` with the lock, or with null if another tab holds the lock. With `steal`, take the
   * lock from the other tab. Return the result of `held`; reject as soon as another tab takes the
   * lock.
   * @param {string} name
   * @param {Options} options
   * @param {Held} held
   */
  request(name, { steal = false }, held) {
    const channel = new BroadcastChannel(`${name}.lock`);
    const id = Math.random();
    let isHeld = false;
    return new Promise((resolve, reject) => {
      const leave = (/** @type {() => void} */ act) => {
        clearTimeout(timer);
        channel.close();
        act();
      };
      const timer = setTimeout(
        () => {
          isHeld = true;
          Promise.resolve(held({ name })).then(resolve, reject);
        },
        steal ? GIVEN_MS : ANSWER_MS,
      );
      channel.onmessage = ({ data: { asks, holds, takes } }) => {
        if (asks !== undefined && (isHeld || steal || id < asks)) {
          channel.postMessage({ holds: id });
        } else if (takes && isHeld) {
          leave(() => reject(new DOMException("another tab runs the table", "AbortError")));
        } else if ((takes || holds !== undefined) && !isHeld && !steal) {
          leave(() => resolve(held(null)));
        }
      };
      channel.postMessage(steal ? { takes: true } : { asks: id });
    });
  }
}

export const locks = navigator.locks ?? new TabLocks();
