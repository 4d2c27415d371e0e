// What the check of a proof says, in English: part of the catalogue, and of the verifier, which stands alone.
export const PROOF = {
  "proof.unknown_algorithm": "The algorithm {algorithm} is not known here.",
  "proof.seed_digits": "The server seed is not 64 hexadecimal digits.",
  "proof.commitment_digits": "The commitment is not 64 hexadecimal digits.",
  "proof.rules_digits": "The digest of the rules is not 64 hexadecimal digits.",
  "proof.par_digits": "The digest of the PAR sheet is not 64 hexadecimal digits.",
  "proof.no_round": "The proof names no round.",
  "proof.no_time": "The proof does not say when the commitment was published.",
  "proof.players_damaged": "The list of players is damaged.",
  "proof.beacon_damaged": "The beacon is damaged.",
  "proof.decks_damaged": "The decks are damaged.",
  "proof.cut_impossible": "A cut has an impossible fewest number of cards.",
  "proof.nobody": "nobody",
  "proof.beacon_time": "The time of the beacon",
  "proof.not_before": "not before {time}",
  "proof.seen_commitment": "The commitment that this browser saw before the wagers",
  "proof.seen_list": "The closed list that this browser received",
  "proof.same": "is the same in the proof.",
  "proof.itself": "The proof",
  "proof.commitment": "The commitment in the proof",
  "proof.published": "The commitment published before the wagers",
  "proof.seed_of": "The seed of {player}",
  "proof.committed_to": "is what that player had committed to.",
  "proof.decks_while_missing": "The number of decks dealt while a seed was missing",
  "proof.deck": "The deck",
  "proof.deck_number": "Deck after shuffle {number}",
  "proof.cut": "The cut",
  "proof.cut_number": "Cut {number}",
  "proof.every_card": "Every card that was dealt",
  "proof.from_seeds": "is what the seeds give.",
};

/** @typedef {(key: keyof typeof PROOF, values?: Record<string, string | number>) => string} SayProof */

/** @type {SayProof} */
export const sayProof = (key, values = {}) => PROOF[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
