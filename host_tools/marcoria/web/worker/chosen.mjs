// What the page asks of a new table, as the table and its people take it; `dealt` is a deal that was
// told on paper, with the house that it was played in.

const SEATS = ["N", "E", "S", "W"];
const MOST = 0xffff;
const OWN = "own";
const placeOf = (house) => `/bar/houses/${house}.house`;
export const OWN_HOUSE = placeOf(OWN);

export function chosenFrom(wanted, dealt) {
  const { house = "piedicavallo", agreed = [], dealer = "S" } = dealt ?? wanted;
  const { file: own, language = "en", hands = "blind" } = wanted;
  const { target = 0, names = {}, deal = null, bots = {} } = wanted;
  const file = dealt ? dealt.rules : own;
  const seed = wanted.seed ?? Math.floor(Math.random() * MOST);
  const scanned = hands === "scanned";
  const key = file && !dealt ? OWN : house;
  return {
    house: key,
    agreed,
    seed,
    scanned,
    dealer,
    dealt: dealt ? dealtAs(dealt) : deal,
    bots: SEATS.map((seat) => bots[seat] ?? ""),
    files: file ? { [placeOf(key)]: file } : {},
    settings: {
      house: key,
      agreed,
      language,
      hands: Number(scanned),
      target,
      names: SEATS.map((seat) => names[seat] ?? ""),
    },
    wanted: { ...wanted, seed },
  };
}

function dealtAs({ hands, upcard, taker }) {
  const texts = Object.entries(hands).map(([seat, cards]) => [seat, cards.join(" ")]);
  return { hands: Object.fromEntries(texts), upcard, taker };
}
