// The drawer of a real table. It shows the table's board and program version, has a field for the
// director's PIN, and sends commands to the table.

import { Dialog } from "./dialog.mjs";
import { element, fill } from "./dom.mjs";
import { actions, button, choice, field, section } from "./form.mjs";
import { HOUSES } from "./houses.mjs";
import { SUITS } from "./pack.mjs";
import { RulingForm } from "./ruling_form.mjs";
import { SEATS } from "./seats.mjs";
import { seatName, suitName, suitSign, words } from "./words.mjs";

/** @import { Feed } from "./feed.mjs" */
/** @import { Glance, Told } from "./shapes.mjs" */

/** @typedef {{code: string, sentence: string, wait?: number}} Refusal the error of a command;
 *   `wait` has the seconds until a PIN may be tried again */

/** Error codes for which the page has a text. For other codes it shows the error's sentence. */
const REFUSALS = ["pin", "not-now", "refused", "field", "failed", "gone", "no-answer", "unknown"];
const LONGEST_NAME = 24;
const LONGEST_PIN = 12;
const MQTT_PORT = 1883;
const NO_SUITS = /[^CDHS]/g;

export class RealTable {
  /**
   * @param {Feed} feed
   * @param {Element} root
   */
  constructor(feed, root) {
    this.feed = feed;
    this.pin = new PinField();
    this.ruling = new RulingForm((acts) => this.#rule(acts));
    this.state = element("p", { class: "state", role: "status" });
    this.trouble = element("p", { class: "trouble", role: "alert" });
    this.about = element("p", { class: "about" });
    this.lock = element("div", {});
    this.dialog = new Dialog(root, "real-title", {
      drawer: true,
      fill: () => this.#draw(),
      closed: () => this.pin.clear(),
    });
    this.shown = "";
    feed.on("told", () => this.dialog.isOpen && this.#show());
    feed.on("glance", (/** @type {Glance} */ glance) => !glance.real && this.dialog.close());
  }

  open() {
    this.dialog.open();
  }

  #draw() {
    fill(this.state);
    fill(this.trouble);
    this.shown = "";
    this.#show();
    return [
      this.about,
      actions(
        button(words("real-blink"), () => this.#ask("lights", {})),
        button(words("real-leave"), () => this.feed.attempt("leave")),
      ),
      this.state,
      this.trouble,
      section("real-director", this.lock, ...this.#acts()),
      section("real-names", ...this.#names()),
      section("real-house", ...this.#house()),
      section("real-wifi", ...this.#wifi()),
      section("real-service", ...this.#service()),
    ];
  }

  /** Update the parts of the drawer that may change while it is open. */
  #show() {
    const { told } = this.feed.last;
    const table = told?.table ?? {};
    const shown = JSON.stringify([table, told?.offences, told?.score?.sides]);
    if (told && shown !== this.shown) {
      this.shown = shown;
      const { board, version = "" } = table;
      fill(this.about, board ? words("real-is", { board, version: version || "–" }) : "");
      fill(this.lock, table.pin ? this.pin.draw() : "");
      this.ruling.follow(told);
    }
  }

  #acts() {
    return [
      button(words("real-undo"), () => this.#ask("undo", { events: this.#events() })),
      this.ruling.draw(),
    ];
  }

  #names() {
    // The names at the table, as far as this form knows. Only a field that differs is sent.
    const names = SEATS.map((_, i) => this.feed.last.told?.names?.[i] ?? "");
    const inputs = names.map((name) =>
      element("input", { type: "text", maxlength: LONGEST_NAME, value: name }),
    );
    const set = async () => {
      for (const [seat, input] of inputs.entries()) {
        const name = input.value;
        // Stop after the first refusal, so that a wrong PIN is not sent four times.
        if (name !== names[seat] && !(await this.#ask("names", { seat, name }))) {
          return;
        }
        names[seat] = name;
      }
    };
    const rows = inputs.map((input, i) => field(seatName(SEATS[i] ?? ""), input));
    return [element("div", { class: "names" }, rows), button(words("real-names-set"), set)];
  }

  #house() {
    const { told } = this.feed.last;
    const key = typeof told?.house === "object" ? (told.house.key ?? "") : "";
    const houses = HOUSES.map(({ id, name }) => /** @type {[string, string]} */ ([id, name]));
    const chosen = choice(houses, key);
    return [
      field(words("setup-house"), chosen),
      button(words("real-house-set"), () => this.#ask("house", { name: chosen.value })),
    ];
  }

  #wifi() {
    const name = element("input", { type: "text", maxlength: 32, autocomplete: "off" });
    const password = element("input", { type: "password", maxlength: 63, autocomplete: "off" });
    const hub = element("input", { type: "text", maxlength: 60, spellcheck: false });
    const set = async () => {
      const host = hub.value.trim();
      if (await this.#ask("broker", { host, port: MQTT_PORT })) {
        await this.#ask("wifi", { ssid: name.value, password: password.value });
      }
      password.value = "";
    };
    return [
      element("p", { class: "hint" }, words("real-wifi-hint")),
      field(words("real-wifi-hub"), hub, words("real-wifi-hub-hint")),
      field(words("real-wifi-name"), name, words("real-wifi-name-hint")),
      field(words("real-wifi-password"), password),
      button(words("real-wifi-set"), set),
    ];
  }

  #service() {
    return [
      element("p", { class: "hint" }, words("real-service-hint")),
      button(words("real-service-do"), () => this.#ask("service", {})),
    ];
  }

  #events() {
    return this.feed.last.told?.events ?? 0;
  }

  /**
   * Send the acts of a ruling one after the other, but stop if an act fails. Each act is sent with
   * the current number of events of the deal. An act may change this number, so request it again.
   * @param {{what: number, arg: number}[]} acts
   */
  async #rule(acts) {
    let events = this.#events();
    for (const [number, act] of acts.entries()) {
      if (number > 0) {
        const state = await this.#answer("state", {});
        if (!state) {
          return;
        }
        events = state.events;
      }
      if (!(await this.#ask("ruling", { ...act, events }))) {
        return;
      }
    }
  }

  /**
   * Send a command to the table and show the result. Return whether the command succeeded. An
   * entered PIN is sent with every command except `lights`.
   * @param {string} command
   * @param {Record<string, string | number>} fields
   */
  async #ask(command, fields) {
    const hasPin = command !== "lights" && this.pin.value;
    const answer = await this.#answer(
      command,
      hasPin ? { ...fields, pin: this.pin.value } : fields,
    );
    if (answer) {
      fill(this.state, words("real-done"));
    }
    return Boolean(answer);
  }

  /**
   * Send a command to the table. Return the answer; after an error, show it and return null.
   * @param {string} command
   * @param {Record<string, string | number>} fields
   * @returns {Promise<any>}
   */
  async #answer(command, fields) {
    fill(this.state);
    fill(this.trouble);
    try {
      return await this.feed.do("ask", { do: command, fields });
    } catch (error) {
      fill(this.trouble, refusal(/** @type {Refusal} */ (error)));
      return null;
    }
  }
}

/** @param {Refusal} error */
function refusal({ code, sentence, wait }) {
  if (wait) {
    return words("refusal-wait", { seconds: wait });
  }
  return REFUSALS.includes(code) ? words(`refusal-${code}`) : sentence;
}

/** The field for the PIN. A PIN consists of suits, because people enter it with the suit keys. */
class PinField {
  constructor() {
    this.input = element("input", {
      type: "password",
      autocomplete: "off",
      maxlength: LONGEST_PIN,
      oninput: () => this.#set(this.input.value),
    });
  }

  /** Return the entered PIN as the table expects it, such as "CDHS", or "" if there is none. */
  get value() {
    return this.input.value;
  }

  clear() {
    this.#set("");
  }

  draw() {
    const keys = SUITS.map((suit) =>
      button(suitSign(suit), () => this.#set(this.value + suit), {
        class: `suit ${suit}`,
        "aria-label": suitName(suit),
      }),
    );
    return element(
      "div",
      { class: "pin" },
      field(words("real-pin"), this.input, words("real-pin-hint")),
      actions(
        keys,
        button(words("real-pin-clear"), () => this.clear()),
      ),
    );
  }

  /** @param {string} typed */
  #set(typed) {
    this.input.value = typed.toUpperCase().replace(NO_SUITS, "").slice(0, LONGEST_PIN);
  }
}
