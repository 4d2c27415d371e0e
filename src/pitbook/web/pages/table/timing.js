// How long everything takes at the table, in milliseconds at the normal pace. No other file knows a duration.

// Between one thing that the dealer does and the next.
export const BEAT = {
  card: 110, // a card that is dealt
  street: 420, // after a card of the board
  look: 380, // a player turns the own cards up
  burn: 240,
  decision: 170, // of another player
  own: 200, // one's own
  dealer: 760, // the dealer's cards are turned up
  announce: 420,
  hand: 260, // another player's cards are turned up
  line: 520, // one of the player's own wagers is paid or taken
  settled: 200, // another player's wagers
};
// A deal to a full table takes no longer than this.
export const LONGEST_DEAL = 2400;

// A replay that plays by itself: what is said is read, while cards follow one another.
export const STEP = { said: 1200, card: 260 };

// How long something moves.
export const MOVE = { card: 280, flip: 240, chip: 240, taken: 360, paid: 340, back: 380, rise: 260 };

/** Every duration is multiplied by the pace; none shows the end at once. @type {Record<string, number>} */
export const PACES = { slow: 1.8, normal: 1, quick: 0.45, none: 0 };

// What is counted up rather than replaced, like a meter.
export const COUNTING = 900;
