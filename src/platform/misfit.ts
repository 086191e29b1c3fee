/** A sentence in the languages of every text for people. */
export interface Both {
  readonly en: string
  readonly ko: string
}

/** Returns a sentence in both languages. */
export function both(en: string, ko: string): Both {
  return { en, ko }
}

/** Returns sentences as one line. */
export function joinedBy(between: string, sentences: readonly Both[]): Both {
  return both(sentences.map(({ en }) => en).join(between), sentences.map(({ ko }) => ko).join(between))
}

/**
 * Something that an operator has given and that does not fit, in both languages. The message may be the rest of a sentence about it; the
 * Korean one then has its own subject particle.
 */
export class Misfit extends Error {
  constructor(
    en: string,
    readonly ko: string,
    options: ErrorOptions = {},
  ) {
    super(en, options)
  }

  in(locale: keyof Both): string {
    return locale === 'ko' ? this.ko : this.message
  }
}

/** Returns what an error says; one without a translation says it in English. */
export function saidBy(error: unknown): Both {
  if (!(error instanceof Error)) return { en: 'cannot be read', ko: '읽을 수 없습니다' }
  return { en: error.message, ko: error instanceof Misfit ? error.ko : error.message }
}

/** Returns a sentence about a file, whose rest is what an error says. */
export function saidOf(file: string, error: unknown): Both {
  const { en, ko } = saidBy(error)
  return { en: `${file} ${en}`, ko: `${file} - ${ko}` }
}

/** Returns the code of a system or TLS error, such as "ECONNRESET" or "ERR_SSL_WRONG_VERSION_NUMBER"; empty if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
