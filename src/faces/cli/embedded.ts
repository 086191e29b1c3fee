import { readFileSync } from 'node:fs'
import type { Locale } from '../../contract/text.ts'
import { cliText } from './cli.text.ts'
import licences from './licences.zst' with { type: 'file' }
import types from './types.zst' with { type: 'file' }
import { usageError } from './usage-error.ts'
import { EXIT_FAILED, type Outcome, printed } from './verb.ts'

/** `doorstep licenses`: the licences of everything that is in the executable. */
export function printLicences(locale: Locale): Outcome {
  return printEmbedded(licences, 'licences', 'licenses', locale)
}

/** `doorstep tools --types`: the declarations of the kit. */
export function printTypes([flag, extra]: readonly string[], locale: Locale): Outcome {
  if (flag !== '--types') throw usageError('tools-needs-types', {})
  if (extra !== undefined) throw usageError('unexpected-after', { word: JSON.stringify(extra), verb: 'tools --types' })
  return printEmbedded(types, 'types', 'tools --types', locale)
}

/** Prints a text that the build embeds; in a checkout its file is empty. */
function printEmbedded(path: string, what: 'licences' | 'types', command: string, locale: Locale): Outcome {
  const packed = readFileSync(path)
  if (packed.length > 0) return printed(Bun.zstdDecompressSync(packed).toString())
  const why = cliText.say(locale, 'not-embedded', { what: cliText.say(locale, what, {}), command })
  return { code: EXIT_FAILED, out: '', err: `doorstep: ${why}\n` }
}
