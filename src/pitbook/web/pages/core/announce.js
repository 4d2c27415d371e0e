// Says what happened to people who listen: politely, in the page's one live region.
/** @type {string[]} */
let pending = [];
/** @type {Set<(sentence: string) => void>} */
const listeners = new Set();
/** @type {number | undefined} */
let timer;

/** @param {string | null | undefined} sentence */
export function announce(sentence) {
  if (!sentence) return;
  if (listeners.size) {
    for (const hear of listeners) hear(sentence);
    return;
  }
  pending.push(sentence);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const region = document.getElementById("announcer");
    if (region) region.textContent = pending.join(" ");
    pending = [];
  }, 120);
}

/**
 * A part of the page that tells everything itself, in place of the live region, until the returned function is called.
 * @param {(sentence: string) => void} hear
 */
export function listen(hear) {
  listeners.add(hear);
  clearTimeout(timer);
  pending = [];
  document.getElementById("announcer")?.replaceChildren();
  return () => {
    listeners.delete(hear);
  };
}
