// Written by src/registry/discover.ts from the files in tools/. Do not edit.
import * as tool0 from '../../tools/ip.ts'
import * as tool1 from '../../tools/ip-json.ts'
import * as tool2 from '../../tools/ip-location.ts'
import * as tool3 from '../../tools/ip-lookup.ts'

export const manifest: readonly { file: string; module: object }[] = [
  { file: 'ip', module: tool0 },
  { file: 'ip-json', module: tool1 },
  { file: 'ip-location', module: tool2 },
  { file: 'ip-lookup', module: tool3 },
]
