// Offline's owner data as plain values: nets, their links, and market cards. Nothing here touches the page.

/** Return the two sites of a link: [1, 2] of "A1-A2". @param {string} link */
export function sitesOf(link) {
  const [a, b] = (link.match(/\d/g) ?? []).map(Number);
  return [a, b];
}

/** Return the links of a net; a file may have none. @param {OfflineNet} net */
export const linksOf = (net) => net.links ?? [];

/** @type {(ownerData: OfflineData) => OfflineNet[]} */
const netsOf = (ownerData) => Object.values(ownerData.map).filter((net) => typeof net === "object");

/** Return the data in the form in which it is edited: every net has links, if only none. @param {OfflineData} ownerData */
export function opened(ownerData) {
  const copy = structuredClone(ownerData);
  for (const net of netsOf(copy)) net.links ??= [];
  return copy;
}

/** Return it in the form of the file: links of all nets, or of none. @param {OfflineData} ownerData */
export function closed(ownerData) {
  const copy = structuredClone(ownerData);
  if (hasNoLinks(copy)) for (const net of netsOf(copy)) delete net.links;
  return copy;
}

/** @param {OfflineData} ownerData */
export const hasNoLinks = (ownerData) => netsOf(ownerData).every((net) => linksOf(net).length === 0);

/** Return the sites of a net that no way leads to from site 1. @param {OfflineNet} net */
export function unreachable(net) {
  const reached = new Set([1]);
  const pairs = linksOf(net).map(sitesOf);
  for (let round = 0; round < net.sites; round += 1) {
    for (const [a, b] of pairs) {
      if (reached.has(a)) reached.add(b);
      else if (reached.has(b)) reached.add(a);
    }
  }
  return Array.from({ length: net.sites }, (_, at) => at + 1).filter((site) => !reached.has(site));
}

/** Return the sites that a site is linked to. @param {OfflineNet} net @param {number} site */
export function partnersOf(net, site) {
  return linksOf(net).map(sitesOf).filter((pair) => pair.includes(site)).map(([a, b]) => (a === site ? b : a));
}

/** Link two sites, or take their link away; return the link, and whether it is new. @param {OfflineNet} net @param {string} name @param {number[]} sites */
export function toggleLink(net, name, [one, other]) {
  const link = `${name}${Math.min(one, other)}-${name}${Math.max(one, other)}`;
  const links = linksOf(net);
  const isNew = !links.includes(link);
  net.links = isNew ? [...links, link].sort() : links.filter((present) => present !== link);
  return { link, isNew };
}

/** Give a net another number of sites; links to sites that are gone go too. @param {OfflineNet} net @param {number} size */
export function resizeNet(net, size) {
  net.sites = size;
  net.links = linksOf(net).filter((link) => Math.max(...sitesOf(link)) <= size);
}

/** @param {number[]} values */
export const isRising = (values) => values.every((value, at) => at === 0 || value > values[at - 1]);

/** Return a sentence about sites that are not linked to site 1, if there are any. @type {(name: string, net: OfflineNet, words: Translate) => string} */
export function unreachableText(name, net, words) {
  const sites = unreachable(net).map((site) => `${name}${site}`).join(", ");
  return sites && words("page.my-copy-apart", { net: name, sites });
}

/** Return what is wrong with the data at this moment. @type {OfflineForm["faults"]} */
export function faults(ownerData, limits, words) {
  const nets = hasNoLinks(ownerData) ? [] : limits.nets.filter((name) => unreachable(ownerData.map[name]).length);
  const cards = limits.market.filter((card) => !isRising(ownerData.market[card]));
  return [
    ...nets.map((net) => `${words("page.my-copy-net", { net })}: ${unreachableText(net, ownerData.map[net], words)}`),
    ...cards.map((card) => `${words("page.my-copy-market-card", { card })}: ${words("page.my-copy-not-rising")}`),
  ];
}
