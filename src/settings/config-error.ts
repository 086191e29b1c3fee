/** A sentence in the languages of every text for people. */
interface Both {
  readonly en: string
  readonly ko: string
}

/** A value that does not fit; the message is the rest of a sentence about it, the Korean one with its own subject particle. */
export class Misfit extends Error {
  constructor(
    en: string,
    readonly ko: string,
  ) {
    super(en)
  }
}

/** A setting that cannot be used. The message is the one line that the operator reads; without a translation it is English. */
export class ConfigError extends Error {
  readonly #said: Both

  constructor(said: string | Both) {
    super(typeof said === 'string' ? said : said.en)
    this.#said = typeof said === 'string' ? { en: said, ko: said } : said
  }

  /** Returns the line in a language. */
  in(locale: keyof Both): string {
    return this.#said[locale]
  }
}
