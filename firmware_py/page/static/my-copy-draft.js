// Owner data in the making: what is saved, what is entered, and the way back. Nothing here touches the page.

/** @template Data */
export class Draft {
  /** @type {string[]} */
  #past = [];
  /** @type {string[]} */
  #future = [];
  #saved = "";

  /** @param {OwnerData<Data>} data as the server sent it @param {Data} ownerData in the form in which it is edited */
  constructor(data, ownerData) {
    this.data = data;
    this.ownerData = ownerData;
    this.load(data, ownerData);
  }

  /** Begin again with what the server has sent. @param {OwnerData<Data>} data @param {Data} ownerData */
  load(data, ownerData) {
    this.data = data;
    this.ownerData = ownerData;
    this.#saved = JSON.stringify(ownerData);
    this.#past = [];
    this.#future = [];
  }

  /**
   * Note that something was saved which somebody has edited since.
   * @param {OwnerData<Data>} data as the server has sent it since
   * @param {string} saved the data as JSON
   */
  noteSaved(data, saved) {
    this.data = data;
    this.#saved = saved;
  }

  get isChanged() {
    return JSON.stringify(this.ownerData) !== this.#saved;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /**
   * Change something.
   * @param {(ownerData: Data) => void} edit
   * @param {(ownerData: Data) => { verified: boolean } | null} part finds what has to be compared with the game again
   */
  change(edit, part = () => null) {
    const before = JSON.stringify(this.ownerData);
    edit(this.ownerData);
    if (JSON.stringify(this.ownerData) === before) return;
    const compared = part(this.ownerData);
    if (compared) compared.verified = false;
    this.#past.push(before);
    this.#future = [];
  }

  undo() {
    this.#step(this.#past, this.#future);
  }

  redo() {
    this.#step(this.#future, this.#past);
  }

  /** @param {string[]} from @param {string[]} to */
  #step(from, to) {
    const ownerData = from.pop();
    if (ownerData === undefined) return;
    to.push(JSON.stringify(this.ownerData));
    this.ownerData = JSON.parse(ownerData);
  }
}
