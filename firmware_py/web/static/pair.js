// Pairing: the digits that the box shows make this browser one that may act. A QR code brings longer ones in the address.

import { byId, make } from "./dom.js";
import { request, whyOf } from "./send.js";
import { word } from "./words.js";

const CODE = /^#(\d{6}|\d{12})$/;

export function makePairing(onPaired) {
  const dialog = byId("pairing");
  const code = byId("code");
  const go = byId("pairing-go");
  const why = byId("pairing-why");
  let counting = 0;

  async function pair(digits) {
    go.disabled = true;
    why.textContent = "";
    try {
      const answer = await request("/pair", { body: { code: digits } });
      if (answer.ok) {
        code.value = "";
        if (dialog.open) dialog.close();
        onPaired();
        return;
      }
      const told = await whyOf(answer);
      complain(told.why ?? word("page.refused"), told.seconds ?? 0);
    } catch {
      complain(word("page.not-sent"), 0);
    } finally {
      if (counting === 0) go.disabled = false;
    }
  }

  /** Say why not; if the box wants a pause, count it down. */
  function complain(text, seconds) {
    if (!dialog.open) dialog.showModal();
    clearInterval(counting);
    counting = 0;
    code.select();
    why.replaceChildren(text);
    if (seconds <= 0) return;
    const until = performance.now() + seconds * 1000;
    const left = make("span", { class: "left", "aria-hidden": "true" });
    const tick = () => {
      const rest = Math.ceil((until - performance.now()) / 1000);
      left.textContent = rest > 0 ? ` ${word("page.wait", { seconds: rest })}` : "";
      go.disabled = rest > 0;
      if (rest > 0) return;
      clearInterval(counting);
      counting = 0;
    };
    why.append(left);
    counting = setInterval(tick, 250);
    tick();
  }

  function open() {
    dialog.showModal();
    code.focus();
  }

  /** Pair with the code of the address, if there is one, and take it out of the address. */
  function byAddress() {
    const found = CODE.exec(location.hash);
    if (!found) return;
    history.replaceState(null, "", location.pathname);
    pair(found[1]);
  }

  dialog.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (!go.disabled) pair(code.value.trim());
  });
  code.addEventListener("input", () => {
    code.value = code.value.replace(/[^\p{Nd} ]/gu, "");
  });
  byId("pairing-leave").addEventListener("click", () => dialog.close());
  byId("open-pairing").addEventListener("click", open);
  addEventListener("hashchange", byAddress);

  function show({ me }, changed) {
    if ("me" in changed) byId("open-pairing").hidden = me === null || me.is_paired;
  }

  return { show, open, byAddress };
}
