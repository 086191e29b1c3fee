// Written by src/operations/registry/discover.ts from the files in tools/. Do not edit.
import * as certificateCheck from '../../../tools/certificate-check.ts'
import * as ddnsMatch from '../../../tools/ddns-match.ts'
import * as dnsLookup from '../../../tools/dns-lookup.ts'
import * as dnsPropagation from '../../../tools/dns-propagation.ts'
import * as httpHeaders from '../../../tools/http-headers.ts'
import * as ip from '../../../tools/ip.ts'
import * as ipJson from '../../../tools/ip-json.ts'
import * as ipLocation from '../../../tools/ip-location.ts'
import * as ipLookup from '../../../tools/ip-lookup.ts'
import * as ping from '../../../tools/ping.ts'
import * as portCheck from '../../../tools/port-check.ts'
import * as portForwardPlan from '../../../tools/port-forward-plan.ts'
import * as publicServiceCheck from '../../../tools/public-service-check.ts'
import * as reachability from '../../../tools/reachability.ts'
import * as reverseDns from '../../../tools/reverse-dns.ts'
import * as routerLoginRoute from '../../../tools/router-login-route.ts'
import * as sslCheck from '../../../tools/ssl-check.ts'
import * as traceroute from '../../../tools/traceroute.ts'

export const manifest: readonly { file: string; module: object }[] = [
  { file: 'certificate-check', module: certificateCheck },
  { file: 'ddns-match', module: ddnsMatch },
  { file: 'dns-lookup', module: dnsLookup },
  { file: 'dns-propagation', module: dnsPropagation },
  { file: 'http-headers', module: httpHeaders },
  { file: 'ip', module: ip },
  { file: 'ip-json', module: ipJson },
  { file: 'ip-location', module: ipLocation },
  { file: 'ip-lookup', module: ipLookup },
  { file: 'ping', module: ping },
  { file: 'port-check', module: portCheck },
  { file: 'port-forward-plan', module: portForwardPlan },
  { file: 'public-service-check', module: publicServiceCheck },
  { file: 'reachability', module: reachability },
  { file: 'reverse-dns', module: reverseDns },
  { file: 'router-login-route', module: routerLoginRoute },
  { file: 'ssl-check', module: sslCheck },
  { file: 'traceroute', module: traceroute },
]
