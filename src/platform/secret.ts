/** A text that must not appear in a log: printed, logged or serialised, it is `shown` instead. */
export class Secret {
  readonly #text: string

  constructor(
    text: string,
    /** The part of it that may be seen. */
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
