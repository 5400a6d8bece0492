// What browsers allow only on secure pages: to keep the screen on, and to install the page.

import { make, storage } from "./dom.js";

/** @type {WakeLockSentinel | null} */
let lock = null;

export const canStayAwake = () => "wakeLock" in navigator;

export const staysAwake = () => storage.get("awake", "no") === "yes";

/** Keep the screen on while this page is seen, if that is wanted. */
async function follow() {
  if (!canStayAwake()) return;
  try {
    if (!staysAwake()) await lock?.release();
    else if (document.visibilityState === "visible") lock = await navigator.wakeLock.request("screen");
  } catch {
    // the battery is low
  }
}

/** @param {boolean} isOn */
export function setAwake(isOn) {
  storage.set("awake", isOn ? "yes" : "no");
  follow();
}

/** Return whether the page can be installed, as the key of a text; browsers refuse it until the certificate is trusted. */
export const canInstall = async () => (await worker.catch(() => undefined) ? "page.can-install" : "page.not-trusted");

/** @type {Promise<ServiceWorkerRegistration | undefined>} */
let worker = Promise.resolve(undefined);

/** Begin: the lock ends whenever the page is hidden, so it is asked for again. */
export function begin() {
  document.addEventListener("visibilitychange", follow);
  follow();
  if (location.protocol !== "https:") return;
  document.head.append(make("link", { rel: "manifest", href: new URL("./app.webmanifest", import.meta.url).pathname }));
  worker = navigator.serviceWorker?.register("/sw.js") ?? worker;
  worker.catch(() => {}); // who wants to know asks with `canInstall`
}
