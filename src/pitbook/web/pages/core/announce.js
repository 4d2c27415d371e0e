// Says what happened to people who listen: politely, in the page's one live region.
/** @type {string[]} */
let pending = [];
/** @type {number | undefined} */
let timer;

/** @param {string | null | undefined} sentence */
export function announce(sentence) {
  if (!sentence) return;
  pending.push(sentence);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const region = document.getElementById("announcer");
    if (region) region.textContent = pending.join(" ");
    pending = [];
  }, 120);
}
