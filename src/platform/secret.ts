/** A text that nobody may read in a log: whoever prints, logs or serialises it sees `shown` instead. */
export class Secret {
  readonly #text: string

  constructor(
    text: string,
    /** What may be seen of it. */
    readonly shown: string,
  ) {
    this.#text = text
  }

  reveal(): string {
    return this.#text
  }

  toString(): string {
    return this.shown
  }

  toJSON(): string {
    return this.shown
  }
}
