// A tap that comes right after another one, or right after the page has changed, was meant for what was there before:
// it does nothing.

const CALM_MS = 350;
let changedAt = -Infinity;

/** Note that something else is under the fingers now. */
export const changed = () => {
  changedAt = performance.now();
};

/** Drop taps in a part of the page, and Enter on a drawing, while what they mean is new. @param {HTMLElement[]} parts */
export function calm(...parts) {
  /** @param {Event} event */
  const drop = (event) => {
    if (performance.now() - changedAt < CALM_MS) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (event.type === "click") changed(); // the second half of a double tap comes before the answer of the box
  };
  for (const part of parts) {
    part.addEventListener("click", drop, { capture: true });
    part.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") drop(event);
    }, { capture: true });
  }
}
