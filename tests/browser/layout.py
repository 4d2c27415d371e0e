"""What a page's layout has to keep to, whatever the window: measured in the page, told as sentences."""

from typing import Any

from playwright.sync_api import Page

_MEASURE = """(asked) => {
  const wrong = [];
  const name = (one) => one.dataset.testid || one.getAttribute("aria-label")
    || `${one.tagName}.${one.className.baseVal ?? one.className}`;
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && one.getBoundingClientRect().width > 0;
  const within = (inner, outer, slack = 1) => inner.left >= outer.left - slack && inner.right <= outer.right + slack
    && inner.top >= outer.top - slack && inner.bottom <= outer.bottom + slack;
  const all = (selector, root = document) => [...root.querySelectorAll(selector)].filter(seen);
  const felt = document.querySelector(".felt");
  const cloth = felt.getBoundingClientRect();
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    wrong.push(`the page is ${root.scrollWidth - root.clientWidth} px wider than its window`);
  }

  // nothing outside the cloth as it is drawn
  const edge = felt.querySelector(".drawing .cloth");
  const toDrawing = edge.getScreenCTM().inverse();
  const onCloth = (x, y) => edge.isPointInFill(new DOMPoint(x, y).matrixTransform(toDrawing));
  for (const one of all(".card, .area, .plate > *, .hand, .dealer-says, button, .drawing text, .drawing .spot", felt)) {
    const box = one.getBoundingClientRect();
    const corners = [box.left + 1, box.right - 1].flatMap((x) => [[x, box.top + 1], [x, box.bottom - 1]]);
    if (!within(box, cloth) || !corners.every(([x, y]) => onCloth(x, y))) {
      wrong.push(`${name(one)} "${one.textContent.trim()}" lies outside the cloth`);
    }
  }

  // nothing on the felt lies over anything else
  const groups = [...all(".card-area .cards, .dealer-says, .seat .area, .seat .held, .seat .plate, .seat .hand", felt),
    ...all(".drawing text", felt).filter((one) => !one.closest("[data-position]") || one.dataset.shows)]
    .filter((one) => one.textContent.trim() || one.querySelector(".card, .ring"));
  const boxes = groups.map((one) => [one, one.getBoundingClientRect()]).filter(([, box]) => box.height > 0);
  const label = (one) => `${one.className.baseVal ?? one.className} "${one.textContent.trim().slice(0, 20)}" of ${
    (one.closest("[data-testid]") || one).dataset.testid || "the house"}`;
  boxes.forEach(([one, box], place) => {
    for (const [other, over] of boxes.slice(place + 1)) {
      const across = Math.min(box.right, over.right) - Math.max(box.left, over.left);
      const down = Math.min(box.bottom, over.bottom) - Math.max(box.top, over.top);
      if (across > 2 && down > 2 && !one.contains(other) && !other.contains(one)) {
        wrong.push(`${label(one)} and ${label(other)} overlap by ${Math.round(across)} x ${Math.round(down)} px`);
      }
    }
  });

  // a hand that rises and the result of a wager leave the names of the wagers readable
  const names = all(".drawing text", felt).map((one) => [one, one.getBoundingClientRect()]);
  for (const over of all(".card.rises, .mine .mark", felt)) {
    const [shown, most] = [over.getBoundingClientRect(), over.matches(".mark") ? 1 : 4];
    for (const [one, box] of names) {
      const across = Math.min(shown.right, box.right) - Math.max(shown.left, box.left);
      const down = Math.min(shown.bottom, box.bottom) - Math.max(shown.top, box.top);
      if (across > 2 && down > most) {
        wrong.push(`${over.textContent} covers ${down.toFixed(1)} px of "${one.textContent}"`);
      }
    }
  }

  // of every card at least the rank and the suit at its left can be read
  for (const cards of all(".cards", felt)) {
    const found = all(".card", cards).map((one) => one.getBoundingClientRect());
    found.forEach((box, place) => {
      const next = found[place + 1];
      const left = next ? next.left - box.left : box.width;
      if (left < Math.max(11, 0.5 * box.width)) wrong.push(`a card shows only ${left.toFixed(1)} px`);
      if (box.width < 19) wrong.push(`a card is only ${box.width.toFixed(1)} px wide`);
    });
  }

  // no text is cut
  for (const one of all(".play *, .tabs *").filter((each) => each.childElementCount === 0 && each.textContent.trim()
    && each.namespaceURI.endsWith("xhtml") && !each.closest(".unseen, select"))) {
    const style = getComputedStyle(one);
    const clips = style.overflowX !== "visible" && style.display !== "inline" && one.clientWidth > 1;
    if (clips && one.scrollWidth > one.clientWidth + 1) wrong.push(`"${one.textContent.trim()}" is cut`);
    const button = one.closest("button");
    if (button && !within(one.getBoundingClientRect(), button.getBoundingClientRect(), 2) && !one.closest(".area")) {
      wrong.push(`"${one.textContent.trim()}" sticks out of ${name(button)}`);
    }
  }
  for (const one of all(".play button")) {
    if (one.scrollWidth > one.clientWidth + 2) wrong.push(`${name(one)} holds more than it shows`);
  }

  // every control can be hit, and is large enough for a thumb
  for (const one of all(".play button, .play select, .play input, .tabs button, .coach select")) {
    one.scrollIntoView({ block: "nearest" });
    const box = one.getBoundingClientRect();
    const small = Math.min(box.width, box.height);
    if (small < 43.5) wrong.push(`${name(one)} is only ${box.width.toFixed(0)} x ${box.height.toFixed(0)} px`);
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const hit = document.elementFromPoint(x, y);
    if (hit && !one.contains(hit) && !hit.contains(one)) wrong.push(`${name(one)} is covered by ${name(hit)}`);
  }
  return wrong;
}"""

_ASKED = """() => {
  const wrong = [];
  const foot = document.querySelector(".foot").getBoundingClientRect();
  if (foot.height > 0.35 * innerHeight) {
    wrong.push(`the footer takes ${(100 * foot.height / innerHeight).toFixed(0)} % of the height`);
  }
  const cards = [...document.querySelectorAll(".seat.mine.acting [data-card]")];
  if (!cards.length) wrong.push("the own hand is not there");
  for (const card of cards) {
    const box = card.getBoundingClientRect();
    const hit = document.elementFromPoint(box.left + 0.25 * box.width, box.top + box.height / 2);
    const shown = box.top >= -1 && box.left >= 0 && box.right <= innerWidth && box.bottom <= foot.top + 1;
    if (!shown || !(hit && card.contains(hit))) wrong.push(`${card.dataset.card} is not in view`);
  }
  for (const one of document.querySelectorAll(".foot button")) {
    const box = one.getBoundingClientRect();
    if (box.bottom > innerHeight + 1 || box.right > innerWidth + 1) wrong.push(`${one.textContent} is not in view`);
  }
  return wrong;
}"""


def layout_problems(page: Page) -> list[str]:
    """What is wrong with the layout of the table as it is now."""
    found: Any = page.evaluate(_MEASURE)
    return list(dict.fromkeys(str(one) for one in found))


def decision_problems(page: Page) -> list[str]:
    """What keeps the player from seeing the own hand and the buttons when a decision is asked."""
    found: Any = page.evaluate(_ASKED)
    return list(dict.fromkeys(str(one) for one in found))
