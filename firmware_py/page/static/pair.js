// Pairing: the digits that the box shows let this browser act. A QR code brings longer ones in the address.

import { byId, find, make } from "./dom.js";
import { refusalOf, request } from "./http.js";
import { word } from "./words.js";

/** Return the code in the last part of an address: "#123456"; null if there is none. @param {string} hash */
export const codeOf = (hash) => /^#(\d{6}|\d{12})$/.exec(hash)?.[1] ?? null;

/**
 * Return what somebody typed without what cannot be part of a code. Digits of every script and spaces stay: the server reads them.
 * @param {string} text
 */
export const cleanCode = (text) => text.replace(/[^\p{Nd} ]/gu, "");

/** @param {() => void} onPaired @returns {View & { open: () => void, pairByAddress: () => void }} */
export function makePairing(onPaired) {
  const dialog = byId("pairing", HTMLDialogElement);
  const code = byId("code", HTMLInputElement);
  const go = byId("pairing-go", HTMLButtonElement);
  const why = byId("pairing-why");
  let countdown = 0;

  /** @param {string} digits */
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
      const refusal = await refusalOf(answer);
      showError(refusal.why ?? word("page.refused"), refusal.seconds ?? 0);
    } catch {
      showError(word("page.not-sent"), 0);
    } finally {
      if (countdown === 0) go.disabled = false;
    }
  }

  /** Say why it failed. If the box wants a pause, count it down. @type {(text: string, seconds: number) => void} */
  function showError(text, seconds) {
    if (!dialog.open) dialog.showModal();
    clearInterval(countdown);
    countdown = 0;
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
      clearInterval(countdown);
      countdown = 0;
    };
    why.append(left);
    countdown = setInterval(tick, 250);
    tick();
  }

  function open() {
    dialog.showModal();
    code.focus();
  }

  /** Pair with the code of the address, if there is one, and take it out of the address. */
  function pairByAddress() {
    const found = codeOf(location.hash);
    if (found === null) return;
    history.replaceState(null, "", location.pathname);
    pair(found);
  }

  find(dialog, "form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!go.disabled) pair(code.value.trim());
  });
  code.addEventListener("input", () => {
    code.value = cleanCode(code.value);
  });
  byId("pairing-leave").addEventListener("click", () => dialog.close());
  byId("invite").addEventListener("click", async () => (await import("./invite.js")).invite());
  byId("open-pairing").addEventListener("click", open);
  addEventListener("hashchange", pairByAddress);

  return {
    show({ me }, changed) {
      if (!("me" in changed)) return;
      byId("open-pairing").hidden = me === null || me.is_paired;
      byId("invite").hidden = !me?.is_paired;
    },
    open,
    pairByAddress,
  };
}
