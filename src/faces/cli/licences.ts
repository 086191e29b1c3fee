import { readFileSync } from 'node:fs'
import licences from './licences.zst' with { type: 'file' }
import { EXIT_FAILED, type Outcome, printed } from './verb.ts'

/** `doorstep licenses`: the licences of everything that is in the executable. The build puts them there; in a checkout the file is empty. */
export function printLicences(): Outcome {
  const packed = readFileSync(licences)
  if (packed.length > 0) return printed(Bun.zstdDecompressSync(packed).toString())
  return {
    code: EXIT_FAILED,
    out: '',
    err: 'doorstep: the licences are in the executable: npm run build, then dist/doorstep licenses\n',
  }
}
