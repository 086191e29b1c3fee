// Written by src/operations/registry/discover.ts from the files in tools/. Do not edit.
import * as ip from '../../../tools/ip.ts'
import * as ipJson from '../../../tools/ip-json.ts'

export const queries: readonly { file: string; module: object }[] = [
  { file: 'ip', module: ip },
  { file: 'ip-json', module: ipJson },
]
