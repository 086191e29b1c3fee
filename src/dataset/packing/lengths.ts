const FIRST_CAPACITY = 1 << 12
const MAX_LOAD = 0.6

/** The different lengths of ranges, numbered as they come, and how often each is used. There are millions to look up: texts as keys take five times as long. */
export class Lengths {
  /** The number of lookups of each length, by its position. */
  readonly uses: number[] = []
  readonly #width: number
  #words: Uint32Array
  #slots = new Uint32Array(FIRST_CAPACITY * 2)

  constructor(width: number) {
    this.#width = width
    this.#words = new Uint32Array(FIRST_CAPACITY * width)
  }

  at(place: number): Uint32Array {
    return this.#words.subarray(place * this.#width, (place + 1) * this.#width)
  }

  place(length: Uint32Array): number {
    const mask = this.#slots.length - 1
    let slot = hash(length) & mask
    // A slot holds the place and one more: 0 is free.
    for (let known = this.#slots[slot] ?? 0; known !== 0; known = this.#slots[slot] ?? 0) {
      if (this.#isAt(known - 1, length)) {
        this.uses[known - 1] = (this.uses[known - 1] ?? 0) + 1
        return known - 1
      }
      slot = (slot + 1) & mask
    }
    return this.#add(length, slot)
  }

  #isAt(place: number, length: Uint32Array): boolean {
    const first = place * this.#width
    for (let word = 0; word < length.length; word++) if (this.#words[first + word] !== length[word]) return false
    return true
  }

  #add(length: Uint32Array, slot: number): number {
    const place = this.uses.length
    if ((place + 1) * this.#width > this.#words.length) {
      const wider = new Uint32Array(this.#words.length * 2)
      wider.set(this.#words)
      this.#words = wider
    }
    this.#words.set(length, place * this.#width)
    this.#slots[slot] = place + 1
    this.uses.push(1)
    if (place > this.#slots.length * MAX_LOAD) this.#rehash()
    return place
  }

  #rehash(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2)
    const mask = this.#slots.length - 1
    for (let place = 0; place < this.uses.length; place++) {
      let slot = hash(this.at(place)) & mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
      this.#slots[slot] = place + 1
    }
  }
}

function hash(length: Uint32Array): number {
  let mixed = 0
  // Twice as fast as an iterator.
  for (let word = 0; word < length.length; word++) {
    mixed = Math.imul(mixed ^ (length[word] ?? 0), 0x9e37_79b1)
    mixed ^= mixed >>> 15
  }
  return mixed >>> 0
}
