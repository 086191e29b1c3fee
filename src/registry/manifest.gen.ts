// Written by src/registry/discover.ts from the files in tools/. Do not edit.
import * as tool0 from '../../tools/ddns-match.ts'
import * as tool1 from '../../tools/dns-lookup.ts'
import * as tool2 from '../../tools/dns-propagation.ts'
import * as tool3 from '../../tools/http-headers.ts'
import * as tool4 from '../../tools/ip.ts'
import * as tool5 from '../../tools/ip-json.ts'
import * as tool6 from '../../tools/ip-location.ts'
import * as tool7 from '../../tools/ip-lookup.ts'
import * as tool8 from '../../tools/ping.ts'
import * as tool9 from '../../tools/port-check.ts'
import * as tool10 from '../../tools/port-forward-plan.ts'
import * as tool11 from '../../tools/public-service-check.ts'
import * as tool12 from '../../tools/reverse-dns.ts'
import * as tool13 from '../../tools/router-login-route.ts'
import * as tool14 from '../../tools/ssl-check.ts'
import * as tool15 from '../../tools/traceroute.ts'

export const manifest: readonly { file: string; module: object }[] = [
  { file: 'ddns-match', module: tool0 },
  { file: 'dns-lookup', module: tool1 },
  { file: 'dns-propagation', module: tool2 },
  { file: 'http-headers', module: tool3 },
  { file: 'ip', module: tool4 },
  { file: 'ip-json', module: tool5 },
  { file: 'ip-location', module: tool6 },
  { file: 'ip-lookup', module: tool7 },
  { file: 'ping', module: tool8 },
  { file: 'port-check', module: tool9 },
  { file: 'port-forward-plan', module: tool10 },
  { file: 'public-service-check', module: tool11 },
  { file: 'reverse-dns', module: tool12 },
  { file: 'router-login-route', module: tool13 },
  { file: 'ssl-check', module: tool14 },
  { file: 'traceroute', module: tool15 },
]
