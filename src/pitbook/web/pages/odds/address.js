// The choices of the odds page as they stand in its address, so that a link reopens them.

const PAIRS = ["paytable", "option", "meter", "stake"];
const PLURAL = { paytable: "paytables", option: "options", meter: "meters", stake: "stakes" };

// "?target=md-heads-up-holdem&paytable=trips_plus:B" -> {target, paytables: {trips_plus: "B"}, options, meters, stakes}
export function readChoices(search) {
  const query = new URLSearchParams(search);
  const choices = { target: query.get("target"), paytables: {}, options: {}, meters: {}, stakes: {} };
  for (const pair of PAIRS) {
    for (const text of query.getAll(pair)) {
      const at = text.indexOf(":");
      if (at > 0) choices[PLURAL[pair]][text.slice(0, at)] = text.slice(at + 1);
    }
  }
  for (const name of Object.keys(choices.options)) choices.options[name] = choices.options[name] === "true";
  return choices;
}

export function writeChoices(choices) {
  const query = new URLSearchParams({ target: choices.target });
  for (const pair of PAIRS) {
    for (const [name, value] of Object.entries(choices[PLURAL[pair]])) query.append(pair, `${name}:${value}`);
  }
  return query.toString();
}

// Only what differs from the stock submission, so that addresses stay short and the server's checks stay in charge.
export function without(choices, group, name) {
  const rest = { ...choices[group] };
  delete rest[name];
  return { ...choices, [group]: rest };
}
