import { section } from './columns.ts'
import { BUILD_FLAGS, ROLLBACK_FLAGS, UPDATE_FLAGS } from './data-flags.ts'
import type { FlagRow } from './verb.ts'

interface Page {
  readonly about: string
  readonly usage: string
  readonly flags: readonly FlagRow[]
  readonly example: string
}

const PAGES: Readonly<Record<'build' | 'update' | 'rollback', Page>> = {
  build: {
    about: `Makes a data file from the files of publishers. What is not named is taken from the
embedded data. Files may be MMDB, CSV, TSV or JSON lines, each plain or gzipped.`,
    usage: 'doorstep data build [--city FILE ...] [--asn FILE ...] [--country FILE ...] --out FILE [FLAGS]',
    flags: BUILD_FLAGS,
    example: `doorstep data build --city dbip-city-lite-2026-11.csv.gz --asn dbip-asn-lite-2026-11.csv.gz \\
    --publisher 'Example Data' --sign-key publisher.pem --out doorstep-data.bundle`,
  },
  update: {
    about: `Puts newer data into a folder, if they can be what they say. Servers that were started
with --data-dir take them within seconds. Whatever is refused changes nothing.`,
    usage: 'doorstep data update --from FILE|URL [--from ...] --data-dir FOLDER [FLAGS]',
    flags: UPDATE_FLAGS,
    example: `doorstep data update --data-dir /var/lib/doorstep-data \\
    --from https://download.db-ip.com/free/dbip-asn-lite-2026-11.mmdb.gz`,
  },
  rollback: {
    about: `Returns to the data in a folder before the last update, which may be those that are
embedded in doorstep. A second rollback returns to what it left.`,
    usage: 'doorstep data rollback --data-dir FOLDER',
    flags: ROLLBACK_FLAGS,
    example: 'doorstep data rollback --data-dir /var/lib/doorstep-data',
  },
}

/** Returns the help of a word that follows `doorstep data`. */
export function dataHelp(word: keyof typeof PAGES): string {
  const { about, usage, flags, example } = PAGES[word]
  const rows = flags.map(({ flag, placeholder, meaning }) => ({ written: `--${flag} ${placeholder}`.trimEnd(), meaning }))
  return `${about}

Usage: ${usage}

${section('Flags', rows)}
Example:
  ${example}
`
}
