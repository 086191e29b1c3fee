/** Writes the top-level domains of the root zone, as `@hapi/tlds` has them from IANA, into src/policy: npm run generate. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tlds } from '@hapi/tlds'

export const DOMAINS_PATH = join(import.meta.dirname, '..', 'src', 'policy', 'top-level-domains.gen.ts')

/** IANA's own line about its list; the package has it only in its source map. */
const VERSION_LINE = /# Version (\d{4})(\d{2})(\d{2})\d\d, Last Updated/

/**
 * Returns the source with all domains as one text, since a server loads it with its first answer: a list of 1,400 texts takes milliseconds.
 */
export function domainsSource(): string {
  const map = readFileSync(`${fileURLToPath(import.meta.resolve('@hapi/tlds'))}.map`, 'utf8')
  const [, year, month, day] = VERSION_LINE.exec(map) ?? []
  if (day === undefined) throw new Error('@hapi/tlds does not say which version of the list of IANA it holds')
  return [
    '// Written by .ci/top-level-domains.ts from @hapi/tlds, which has them from IANA: npm run generate. Do not edit.',
    '/** The day of the list of IANA. */',
    `export const TOP_LEVEL_DOMAINS_DATE = '${year}-${month}-${day}'`,
    `export const TOP_LEVEL_DOMAINS =\n  '${[...tlds].join(' ')}'`,
    '',
  ].join('\n')
}

if (import.meta.main) writeFileSync(DOMAINS_PATH, domainsSource())
