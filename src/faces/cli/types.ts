import { readFileSync } from 'node:fs'
import { ConfigError } from '../../settings/config-error.ts'
import types from './types.zst' with { type: 'file' }
import { EXIT_FAILED, type Outcome, printed } from './verb.ts'

/** `doorstep tools --types`: the declarations of the kit. The build puts them there; in a checkout the file is empty. */
export function printTypes([flag, extra]: readonly string[]): Outcome {
  if (flag !== '--types') throw new ConfigError('"tools" needs the flag --types')
  if (extra !== undefined) throw new ConfigError(`unexpected argument ${JSON.stringify(extra)} after "tools --types"`)
  const packed = readFileSync(types)
  if (packed.length > 0) return printed(Bun.zstdDecompressSync(packed).toString())
  return {
    code: EXIT_FAILED,
    out: '',
    err: 'doorstep: the types are in the executable: npm run build, then dist/doorstep tools --types\n',
  }
}
