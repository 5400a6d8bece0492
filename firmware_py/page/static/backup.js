// Backup: download everything that the box keeps, or send a backup, which somebody then accepts at the box.

import { make, setContents } from "./dom.js";
import { refusalOf, request } from "./http.js";
import { word } from "./words.js";

const SEND_MS = 120_000;

/** Show what can be downloaded and sent. @param {HTMLElement} place @param {MoreTools} tools */
export async function show(place, { token }) {
  /** @type {BackupState} */
  const { is_open: isOpen, most } = await (await request("/backup-state")).json();
  const told = make("div", { role: "status" });
  const file = make("input", { type: "file", id: "backup-file", accept: ".zip", onchange: () => file.files?.[0] && upload(file.files[0]) });

  /** @param {File} chosen */
  async function upload(chosen) {
    setContents(told, word(chosen.size > most ? "page.backup-large" : "page.backup-checks"));
    if (chosen.size > most) return;
    try {
      const answer = await request("/backup", { body: chosen, token: token(), timeout: SEND_MS });
      if (!answer.ok) throw new Error((await refusalOf(answer)).why);
      /** @type {{ lines: string[] }} */
      const { lines } = await answer.json();
      setContents(told, make("ul", { class: "arithmetic" }, lines.map((line) => make("li", {}, line))), make("p", { class: "lead" }, word("page.backup-accept")));
    } catch (error) {
      setContents(told, make("p", { class: "why" }, (error instanceof Error && error.message) || word("page.not-sent")));
    }
  }

  setContents(place, make("p", {}, word("page.backup-about")), isOpen
    ? [make("p", {}, make("a", { class: "button big", href: "/backup", download: "" }, word("page.backup-download"))),
      make("p", {}, make("label", { for: "backup-file" }, word("page.backup-send")), file), told]
    : make("p", { class: "lead" }, word("page.backup-closed")));
}
