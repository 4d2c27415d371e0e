// Moves what changed on the felt: cards come from the shoe, lift and turn; chips go from a stack to their spot and back,
// lost ones to the house, and payments from the house to the wager. Only transform and opacity are animated.
import { useLayoutEffect, useRef } from "../core/html.js";
import { current, still } from "../core/settings.js";
import { play } from "./sound.js";
import { BEAT, LONGEST_DEAL, MOVE, PACES } from "./timing.js";

const OUT = "cubic-bezier(.2, .75, .3, 1)";
const RISEN = "translateY(calc(-1 * var(--rise)))";
/** @param {Element} card */
const stateOf = (card) =>
  card.classList.contains("empty") ? "empty" : card.classList.contains("back") ? "back" : "face";

/**
 * @typedef {[number, number]} Point
 * @typedef {{ state: string, element: Element, rises: boolean }} CardLook
 *
 * @typedef {object} ChipLook
 * @property {HTMLElement} spot
 * @property {Element | null} element
 * @property {string | null} amount
 * @property {boolean} taken
 * @property {Element | null} won
 *
 * @typedef {object} Looks
 * @property {Map<string, CardLook>} cards by place and number
 * @property {Map<string, ChipLook>} chips by spot
 * @property {number} burned
 *
 * @typedef {{ element: Element, duration: number, sound?: string, frames: Keyframe[], delay?: number }} Move
 */

/** @param {Element} place */
const stackOf = (place) => place.closest(".seat")?.querySelector(".stack") ?? null;

/**
 * @param {HTMLElement} felt
 * @returns {Looks}
 */
function look(felt) {
  /** @type {Looks["cards"]} */
  const cards = new Map();
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (felt.querySelectorAll("[data-place]"))) {
    for (const [index, element] of [...place.querySelectorAll(".card")].entries()) {
      const rises = element.classList.contains("rises");
      cards.set(`${place.dataset.place} ${index}`, { state: stateOf(element), element, rises });
    }
  }
  /** @type {Looks["chips"]} */
  const chips = new Map();
  for (const spot of /** @type {NodeListOf<HTMLElement>} */ (felt.querySelectorAll("[data-spot]"))) {
    const element = spot.querySelector(".chip:not(.leaving)");
    const won = spot.querySelector(".mark.won:not(.leaving)");
    chips.set(spot.dataset.spot ?? "", {
      spot,
      element,
      amount: element ? element.textContent : null,
      taken: Boolean(element?.classList.contains("taken")),
      won,
    });
  }
  return { cards, chips, burned: Number(felt.dataset.burned) };
}

/** @param {DOMRect} box @returns {Point} */
const centre = (box) => [box.left + box.width / 2, box.top + box.height / 2];

/**
 * Where something is drawn on the table.
 * @param {HTMLElement} felt
 * @param {string} name
 * @returns {Point}
 */
function placeOf(felt, name) {
  const drawn = felt.querySelector(`.drawing ${name}`) ?? felt;
  return centre(drawn.getBoundingClientRect());
}

/** @param {Element} element @param {Point} to */
function offset(element, [x, y]) {
  const [ownX, ownY] = centre(element.getBoundingClientRect());
  return `translate(${Math.round(x - ownX)}px, ${Math.round(y - ownY)}px)`;
}

/** @param {number} duration @param {number} [delay] @returns {KeyframeAnimationOptions} */
const lasting = (duration, delay = 0) => {
  const pace = PACES[current().pace];
  return { duration: duration * pace, delay: delay * pace, easing: OUT, fill: "backwards" };
};

/**
 * Cards that are dealt in one step come one after another: the first to everybody, then the second.
 * @param {Move[]} moves
 */
function inTurn(moves) {
  /** @param {Move} move */
  const round = ({ element }) => [...(element.parentElement?.children ?? [])].indexOf(element);
  const dealt = moves.filter((move) => move.duration === MOVE.card).sort((one, other) => round(one) - round(other));
  const apart = Math.min(BEAT.card, LONGEST_DEAL / Math.max(1, dealt.length));
  for (const [place, move] of dealt.entries()) move.delay = place * apart;
}

/**
 * What is to be moved, measured before anything moves: [{element, frames, duration, sound}].
 * @param {HTMLElement} felt
 * @param {Looks} before
 * @param {Looks} now
 */
function cardMoves(felt, before, now) {
  /** @type {Move[]} */
  const moves = [];
  for (const [slot, card] of now.cards) {
    const was = before.cards.get(slot);
    const { element } = card;
    if (card.state !== "empty" && (!was || was.state === "empty")) {
      moves.push({
        element,
        duration: MOVE.card,
        sound: "card",
        frames: [
          { transform: `${offset(element, placeOf(felt, ".shoe"))} rotate(-9deg) scale(.8)`, opacity: 0 },
          { opacity: 1, offset: 0.15 },
          { transform: "none" },
        ],
      });
    } else if (card.state === "face" && was?.state === "back") {
      moves.push({
        element,
        duration: MOVE.flip,
        sound: "card",
        frames: [
          { transform: "translateY(-9%) scaleX(.04)" },
          { transform: "translateY(-9%) scaleX(1)", offset: 0.7 },
          { transform: "none" },
        ],
      });
    } else if (card.rises && was && !was.rises) {
      moves.push({ element, duration: MOVE.rise, frames: [{ transform: "none" }, { transform: RISEN }] });
    }
  }
  return moves;
}

/** @param {HTMLElement} felt @param {Looks} before @param {Looks} now */
function chipMoves(felt, before, now) {
  /** @type {Move[]} */
  const moves = [];
  for (const [spot, chip] of now.chips) {
    const was = before.chips.get(spot);
    const { element, won } = chip;
    if (!was || !element) continue;
    if (chip.taken && !was.taken) {
      const away = offset(element, placeOf(felt, ".inventory"));
      moves.push({
        element,
        duration: MOVE.taken,
        sound: "chip",
        frames: [
          { transform: "none", opacity: 1 },
          { transform: away, opacity: 1, offset: 0.9 },
          { transform: away, opacity: 0 },
        ],
      });
    } else if (won && !was.won) {
      moves.push({
        element: won,
        duration: MOVE.paid,
        sound: "chip",
        frames: [
          { transform: offset(won, placeOf(felt, ".inventory")), opacity: 0 },
          { opacity: 1, offset: 0.2 },
          { transform: "translateX(-50%)" },
        ],
      });
    } else if (!chip.taken && chip.amount !== was.amount) {
      const stack = stackOf(chip.spot);
      if (stack) {
        moves.push({
          element,
          duration: MOVE.chip,
          sound: "chip",
          frames: [
            { transform: `${offset(element, centre(stack.getBoundingClientRect()))} scale(.7)`, opacity: 0.4 },
            { transform: "none", opacity: 1 },
          ],
        });
      }
    }
  }
  return moves;
}

/**
 * A burned card, which nobody sees, goes from the shoe to the discard rack.
 * @param {HTMLElement} felt
 * @param {Point} from
 * @param {Point} to
 */
function fly(felt, from, to) {
  const card = document.createElement("span");
  card.className = "card back flying";
  felt.append(card);
  const frames = [from, to].map((place) => ({ transform: offset(card, place) }));
  const moving = card.animate(frames, lasting(MOVE.card));
  moving.onfinish = moving.oncancel = () => card.remove();
  play("card");
}

/**
 * Chips that lay on a spot go to the player's stack: a wager that was taken back, and what was won when the felt is
 * cleared for the next round.
 * @param {HTMLElement} spot
 * @param {Element} chips
 * @param {string} [rest] how they lay
 */
function comeBack(spot, chips, rest = "none") {
  const stack = stackOf(spot);
  const ring = spot.querySelector(".ring");
  if (!stack || !ring || chips.isConnected) return;
  // On its way it lies on no spot: the next look at the felt does not count it.
  chips.classList.add("leaving");
  ring.append(chips);
  const moving = chips.animate(
    [
      { transform: rest, opacity: 1 },
      { transform: offset(chips, centre(stack.getBoundingClientRect())), opacity: 1, offset: 0.9 },
      { transform: offset(chips, centre(stack.getBoundingClientRect())), opacity: 0 },
    ],
    lasting(MOVE.back),
  );
  moving.onfinish = moving.oncancel = () => chips.remove();
  play("chip");
}

/** @param {HTMLElement} felt @param {Looks} before @param {Looks} now @param {boolean} oneByOne */
function move(felt, before, now, oneByOne) {
  const moves = [...cardMoves(felt, before, now), ...chipMoves(felt, before, now)];
  if (oneByOne) inTurn(moves);
  for (const { element, frames, duration, delay } of moves) element.animate(frames, lasting(duration, delay));
  for (const sound of new Set(moves.flatMap((one) => one.sound ?? []))) play(sound);
  if (now.burned > before.burned) fly(felt, placeOf(felt, ".shoe"), placeOf(felt, ".discards"));
  for (const [spot, was] of before.chips) {
    const chip = now.chips.get(spot);
    if (!chip) continue;
    if (was.won && !chip.won) comeBack(chip.spot, was.won, "translateX(-50%)");
    if (was.element && !was.taken && !chip.element) comeBack(chip.spot, was.element);
  }
}

/**
 * @param {{ current: HTMLElement | null }} root
 * @param {unknown} drawing another drawing is no movement
 * @param {boolean} oneByOne cards that come in one step are dealt one after another
 */
export function useMotion(root, drawing, oneByOne) {
  const before = useRef(/** @type {{ looks: Looks, drawing: unknown } | null} */ (null));
  useLayoutEffect(() => {
    if (!root.current) return;
    const looks = look(root.current);
    const last = before.current;
    if (last && last.drawing === drawing && !still() && !document.hidden)
      move(root.current, last.looks, looks, oneByOne);
    before.current = { looks, drawing };
  });
}
