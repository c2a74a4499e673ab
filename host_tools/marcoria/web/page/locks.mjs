// The lock that lets only one tab run the table. Without a secure context, for example at the
// address http://192.168.1.7, browsers have no `navigator.locks`. Then the tabs agree by messages.

const ANSWER_MS = 300; // how long a tab that asks for the lock waits for another tab's answer
const GIVEN_MS = 100; // a tab that steals the lock gives the other tab this time to stop

/** @typedef {{steal?: boolean, ifAvailable?: boolean}} Options */
/** @typedef {(lock: object | null) => unknown} Held */

/** A lock among tabs, with the part of `navigator.locks` that the page uses. */
class TabLocks {
  /**
   * Call `held` with the lock, or with null if another tab holds the lock or is about to get it.
   * With `steal`, take the lock from the other tab. Return the result of `held`; reject with an
   * AbortError as soon as another tab steals the lock. If several tabs steal the lock at once, the
   * tab with the highest number gets it. Without `steal`, act as if `ifAvailable` were set: never
   * wait until another tab releases the lock.
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
      channel.onmessage = ({ data: { asks, refused, takes } }) => {
        if (asks !== undefined && (isHeld || steal || id < asks)) {
          channel.postMessage({ refused: asks });
        } else if (takes !== undefined && (isHeld || (steal && takes > id))) {
          leave(() => reject(new DOMException("another tab runs the table", "AbortError")));
        } else if (takes !== undefined && steal) {
          // The other tab began to steal after this tab did, and may not know this tab's number.
          channel.postMessage({ takes: id });
        } else if (refused === undefined || refused === id) {
          // Another tab takes the lock, or asks for it with a lower number, or has refused this
          // tab's request. So this tab does not get the lock, unless it holds or steals the lock.
          if (isHeld || steal) return;
          leave(() => resolve(held(null)));
        }
      };
      channel.postMessage(steal ? { takes: id } : { asks: id });
    });
  }
}

export const locks = navigator.locks ?? new TabLocks();
