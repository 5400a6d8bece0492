// An invitation: the QR code and the digits with which the next phone pairs.

import { make, parseSvg, setContents } from "./dom.js";
import { request } from "./http.js";
import { word } from "./words.js";

/** Return whether no phone can open an address. @param {string} name */
export const isOnlyHere = (name) => name === "localhost" || name.startsWith("127.");

/** Return the digits in groups of three, as the box shows them. @param {string} code */
export const grouped = (code) => code.replace(/\d{3}(?=\d)/g, "$&\u00a0");

/** Put an invitation into a place; who is not paired gets the address alone. Return whether it has what it should. @param {HTMLElement} place @param {boolean} isPaired */
export async function showInvitation(place, isPaired) {
  const answer = isPaired ? await request("/invite") : null;
  /** @type {Invitation | null} */
  const invitation = answer?.ok ? await answer.json() : null;
  const picture = invitation ? parseSvg(invitation.svg) : make("img", { src: "/qr", width: 200, height: 200 });
  picture.setAttribute("class", "qr");
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", word("page.qr"));
  setContents(place, picture,
    make("p", {}, word("page.tv-join"), " ", make("b", { class: "address" }, location.host)),
    invitation && make("p", {}, word("page.invite-code"), " ", make("b", { class: "digits" }, grouped(invitation.code))));
  return !isPaired || invitation !== null;
}

/** Show an invitation over the page. */
export async function invite() {
  const place = make("div", { class: "invitation" });
  const dialog = make("dialog", { "aria-labelledby": "invite-title", onclose: () => dialog.remove() },
    make("form", { method: "dialog" },
      make("h2", { id: "invite-title" }, word("page.invite")),
      isOnlyHere(location.hostname) ? make("p", { class: "why" }, word("page.only-here")) : make("p", { class: "muted" }, word("page.invite-how")),
      place, make("p", { class: "row" }, make("button", { class: "accent" }, word("page.ok")))));
  document.body.append(dialog);
  dialog.showModal();
  try {
    await showInvitation(place, true);
  } catch {
    setContents(place, word("page.not-sent"));
  }
}
