import type { QueryName } from '../policy/target.ts'

/** The name that a certificate is wanted for. */
export interface Subject {
  /** Without `*.`; in ASCII and lower case. */
  readonly ascii: string
  readonly unicode: string
  readonly wildcard: boolean
  /** To ask name servers about; null for a name of a local network, about which nobody is asked. */
  readonly query: QueryName | null
}

/** Returns the name that is to be in the certificate, in ASCII. */
export function nameOf({ ascii, wildcard }: Pick<Subject, 'ascii' | 'wildcard'>): string {
  return wildcard ? `*.${ascii}` : ascii
}
