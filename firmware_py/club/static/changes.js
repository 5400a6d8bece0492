// Changes that need the code of the club server.

import { byId } from "./dom.js";
import { refusalOf, request } from "./http.js";

/** Send a change; ask for the code first if this browser is not known. @type {(state: ClubState, address: string, body: object) => Promise<Response | null>} */
export async function change(state, address, body) {
  if (!state.me.is_paired) {
    askForCode(state);
    return null;
  }
  return request(address, { body, token: state.me.token ?? undefined });
}

/** @param {ClubState} state */
export function askForCode(state) {
  const dialog = byId("pairing", HTMLDialogElement);
  const code = byId("code", HTMLInputElement);
  const why = byId("pairing-why");
  why.textContent = "";
  byId("pairing-leave").onclick = () => dialog.close();
  dialog.onsubmit = async (event) => {
    event.preventDefault();
    const answer = await request("/pair", { body: { code: code.value } });
    if (!answer.ok) {
      why.textContent = (await refusalOf(answer)).why ?? "";
      return;
    }
    code.value = "";
    dialog.close();
    state.reconnect?.();
  };
  dialog.showModal();
}
