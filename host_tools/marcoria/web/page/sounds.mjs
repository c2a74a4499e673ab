// The sounds of the table's buzzer and of knocks on the table. There is no sound before the first
// click or key press on the page, because browsers forbid it.

import { keep, kept } from "./settings.mjs";

/** @import { Feed } from "./feed.mjs" */

/** @typedef {{hz: number, ms: number}} Tone */

const KEPT = "marcoria.sound";
const LOUD = 0.05;
// Seconds in which a tone fades in; the fade out takes twice as long. Without fades, clicks would
// be heard at both ends of the tone.
const SOFT_S = 0.006;
const MUFFLED_HZ = 2600; // cut-off of the low-pass filter that imitates a buzzer under wood

export class Sounds {
  /** @param {Feed} feed */
  constructor(feed) {
    this.on = kept(KEPT) !== "off";
    // The first AudioContext is created here, while the page waits for the table to start. Its
    // creation takes up to 80 ms, which would delay the first card.
    /** @type {AudioContext | null} */
    this.audio = this.on ? new AudioContext() : null;
    this.free = 0;
    for (const touch of ["pointerdown", "keydown"]) {
      addEventListener(touch, () => this.#wake(), { passive: true });
    }
    feed.on("tones", (tones) => this.#play(tones));
  }

  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    keep(KEPT, on ? "on" : "off");
    this.#wake();
  }

  /** Play the sound of a knock on the table. */
  thump() {
    this.#tone("sine", 110, 0, 0.09, 0.35);
    this.#tone("triangle", 320, 0, 0.025, 0.12);
  }

  #wake() {
    if (this.on) {
      this.audio ??= new AudioContext();
    }
    if (this.audio?.state === "suspended") {
      this.audio.resume();
    }
  }

  /** @param {Tone[]} tones played one after the other, after tones that still sound */
  #play(tones) {
    // Browsers suspend sound until the first click or key press. Until then the clock of the
    // AudioContext stands still. Tones would wait, and sound late.
    if (this.audio?.state !== "running") {
      return;
    }
    let at = Math.max(0, this.free - this.audio.currentTime);
    for (const { hz, ms } of tones) {
      if (hz > 0) {
        this.#tone("square", hz, at, ms / 1000, LOUD);
      }
      at += ms / 1000;
    }
    this.free = this.audio.currentTime + at;
  }

  /**
   * @param {OscillatorType} kind
   * @param {number} hz
   * @param {number} after seconds before the tone begins
   * @param {number} long seconds
   * @param {number} loud
   */
  #tone(kind, hz, after, long, loud) {
    const { audio } = this;
    if (!audio || !this.on || audio.state !== "running") {
      return;
    }
    const from = audio.currentTime + after;
    const voice = new OscillatorNode(audio, { type: kind, frequency: hz });
    const wood = new BiquadFilterNode(audio, { type: "lowpass", frequency: MUFFLED_HZ });
    const gain = new GainNode(audio, { gain: 0 });
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(loud, from + SOFT_S);
    gain.gain.setValueAtTime(loud, Math.max(from + SOFT_S, from + long - SOFT_S));
    gain.gain.linearRampToValueAtTime(0, from + long + SOFT_S);
    voice.connect(wood).connect(gain).connect(audio.destination);
    voice.start(from);
    voice.stop(from + long + 2 * SOFT_S);
  }
}
