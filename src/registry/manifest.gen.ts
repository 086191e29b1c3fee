// Written by src/registry/discover.ts from the files in tools/. Do not edit.
import * as tool0 from '../../tools/ddns-match.ts'
import * as tool1 from '../../tools/dns-lookup.ts'
import * as tool2 from '../../tools/dns-propagation.ts'
import * as tool3 from '../../tools/ip.ts'
import * as tool4 from '../../tools/ip-json.ts'
import * as tool5 from '../../tools/ip-location.ts'
import * as tool6 from '../../tools/ip-lookup.ts'
import * as tool7 from '../../tools/reverse-dns.ts'

export const manifest: readonly { file: string; module: object }[] = [
  { file: 'ddns-match', module: tool0 },
  { file: 'dns-lookup', module: tool1 },
  { file: 'dns-propagation', module: tool2 },
  { file: 'ip', module: tool3 },
  { file: 'ip-json', module: tool4 },
  { file: 'ip-location', module: tool5 },
  { file: 'ip-lookup', module: tool6 },
  { file: 'reverse-dns', module: tool7 },
]
