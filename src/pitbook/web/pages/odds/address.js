// The choices of the odds page as they stand in its address, so that a link reopens them.

/**
 * @typedef {object} Choices
 * @property {string | null} target
 * @property {Record<string, string>} paytables
 * @property {Record<string, boolean>} options
 * @property {Record<string, string>} meters
 * @property {Record<string, string>} stakes
 */

/**
 * "?target=md-heads-up-holdem&paytable=trips_plus:B" -> {target, paytables: {trips_plus: "B"}, options, meters, stakes}
 * @param {string} search
 */
export function readChoices(search) {
  const query = new URLSearchParams(search);
  /** @param {string} name @returns {Record<string, string>} */
  const pairs = (name) => {
    const texts = query.getAll(name).filter((text) => text.indexOf(":") > 0);
    return Object.fromEntries(
      texts.map((text) => [text.slice(0, text.indexOf(":")), text.slice(text.indexOf(":") + 1)]),
    );
  };
  const options = Object.entries(pairs("option")).map(([name, value]) => [name, value === "true"]);
  return {
    target: query.get("target"),
    paytables: pairs("paytable"),
    options: Object.fromEntries(options),
    meters: pairs("meter"),
    stakes: pairs("stake"),
  };
}

/** @param {Choices} choices */
export function writeChoices(choices) {
  const query = new URLSearchParams({ target: choices.target ?? "" });
  const { paytables, options, meters, stakes } = choices;
  for (const [pair, group] of Object.entries({ paytable: paytables, option: options, meter: meters, stake: stakes })) {
    for (const [name, value] of Object.entries(group)) query.append(pair, `${name}:${value}`);
  }
  return query.toString();
}

/**
 * Only what differs from the stock submission, so that addresses stay short and the server's checks stay in charge.
 * @param {Choices} choices
 * @param {"paytables" | "options" | "meters" | "stakes"} group
 * @param {string} name
 * @returns {Choices}
 */
export function without(choices, group, name) {
  const rest = { ...choices[group] };
  delete rest[name];
  return { ...choices, [group]: rest };
}
