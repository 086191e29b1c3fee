import { readFileSync } from 'node:fs'
import { ConfigError } from '../../settings/config-error.ts'
import licences from './licences.zst' with { type: 'file' }
import types from './types.zst' with { type: 'file' }
import { EXIT_FAILED, type Outcome, printed } from './verb.ts'

/** `doorstep licenses`: the licences of everything that is in the executable. */
export function printLicences(): Outcome {
  return printEmbedded(licences, 'licences', 'licenses')
}

/** `doorstep tools --types`: the declarations of the kit. */
export function printTypes([flag, extra]: readonly string[]): Outcome {
  if (flag !== '--types') throw new ConfigError('"tools" needs the flag --types')
  if (extra !== undefined) throw new ConfigError(`unexpected argument ${JSON.stringify(extra)} after "tools --types"`)
  return printEmbedded(types, 'types', 'tools --types')
}

/** Prints a text that the build embeds; in a checkout its file is empty. */
function printEmbedded(path: string, what: string, command: string): Outcome {
  const packed = readFileSync(path)
  if (packed.length > 0) return printed(Bun.zstdDecompressSync(packed).toString())
  const err = `doorstep: the ${what} are in the executable: npm run build, then dist/doorstep ${command}\n`
  return { code: EXIT_FAILED, out: '', err }
}
