// A record of the journal in words of the page's language.

import { call } from "./sentences.mjs";
import { cardSign, seatName, sideName, words } from "./words.mjs";

/** @typedef {import("./shapes.mjs").Happened} Happened */

/** What is told of as another thing by its argument: lost and found again, and so on. */
const BY_ARGUMENT = ["reader", "display", "keys", "discipline", "deal"];
const OF_A_SIDE = ["NS", "EW", "hanging"];

/**
 * The text that came with a record, or one of its kind, seat and argument.
 * @param {Happened} row
 */
export function recordText(row) {
  if (row.text) {
    return row.text;
  }
  const [what = ""] = row.rest ?? [];
  if (row.kind === "refused") {
    return refusal(row.seat ?? "", what);
  }
  if (row.kind === "bid") {
    return call([row.seat ?? "", what]);
  }
  const name = nameOf(row.kind, row.seat ?? "", what);
  const text = words(name, { seat: named(row.seat ?? ""), what: argument(row.kind, what) });
  return text === name ? [row.kind, row.seat, ...(row.rest ?? [])].join(" ") : text;
}

/**
 * A refusal with its reason, if there is a sentence for that.
 * @param {string} seat
 * @param {string} code as in docs/events.md
 */
function refusal(seat, code) {
  const said = words("record-refused", { seat: seatName(seat) });
  const name = `refused-${code}`;
  const reason = words(name);
  return reason === name ? said : `${said} ${reason}`;
}

/**
 * @param {string} kind
 * @param {string} seat
 * @param {string} what
 */
function nameOf(kind, seat, what) {
  if (kind === "ruling") {
    return OF_A_SIDE.includes(seat) ? "record-ruling-points" : `record-ruling-${seat}`;
  }
  if (kind === "deal") {
    return what === "0" ? "record-deal-0" : "record-deal-1";
  }
  return BY_ARGUMENT.includes(kind) ? `record-${kind}-${what}` : `record-${kind}`;
}

/** @param {string} seat a seat, a side, or what stands in its place */
function named(seat) {
  if (seat === "hanging") {
    return words("record-hanging");
  }
  return OF_A_SIDE.includes(seat) ? sideName(seat) : seatName(seat);
}

/**
 * @param {string} kind
 * @param {string} what
 */
function argument(kind, what) {
  if (kind === "meld") {
    return words(`meld-${what}`);
  }
  const card = /^[789TJQKA][CDHS]$/.test(what);
  return card ? cardSign(what) : what;
}
