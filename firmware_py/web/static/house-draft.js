// Owner data in the making: what is saved, what is entered, and the way back. Nothing here touches the page.

/** @template House */
export class Draft {
  /** @type {string[]} */
  #past = [];
  /** @type {string[]} */
  #future = [];
  #saved = "";

  /** @param {OwnerData<House>} data as the server sent it @param {House} house in the form in which it is edited */
  constructor(data, house) {
    this.data = data;
    this.house = house;
    this.load(data, house);
  }

  /** Begin again with what the server has sent. @param {OwnerData<House>} data @param {House} house */
  load(data, house) {
    this.data = data;
    this.house = house;
    this.#saved = JSON.stringify(house);
    this.#past = [];
    this.#future = [];
  }

  /**
   * Note that something was saved which somebody has edited since.
   * @param {OwnerData<House>} data as the server has sent it since
   * @param {string} saved the house as JSON
   */
  noteSaved(data, saved) {
    this.data = data;
    this.#saved = saved;
  }

  get isChanged() {
    return JSON.stringify(this.house) !== this.#saved;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /**
   * Change something.
   * @param {(house: House) => void} edit
   * @param {(house: House) => { verified: boolean } | null} part finds what has to be compared with the game again
   */
  change(edit, part = () => null) {
    const before = JSON.stringify(this.house);
    edit(this.house);
    if (JSON.stringify(this.house) === before) return;
    const compared = part(this.house);
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
    const house = from.pop();
    if (house === undefined) return;
    to.push(JSON.stringify(this.house));
    this.house = JSON.parse(house);
  }
}
