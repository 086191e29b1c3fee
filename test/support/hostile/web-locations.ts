/** Destinations of redirects: inwards in every spelling, to others, and on for ever. */
import { nameOf } from './dns-names.ts'

interface Destination {
  readonly name: string
  /** Returns the Location of the nth redirect, byte by byte, for the name that is asked for. */
  readonly to: (host: string, time: number) => string
  readonly status?: string
}

/** An address and a name that are those of others. */
const BYSTANDER = '198.18.60.1'
const BYSTANDER_NAME = 'bystander.evil.test'

const INWARDS = [
  'http://10.0.0.1/',
  'https://127.0.0.1/',
  'http://127.1/',
  'http://0x7f000001/',
  'http://2130706433/',
  'http://017700000001/',
  '//10.0.0.1/',
  'https:10.0.0.1',
  'http:///10.0.0.1',
  'http://[::1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://169.254.169.254/latest',
  'http://localhost/',
  'http://nas.local/',
  'http://nas/',
  'http://1.0.0.127.in-addr.arpa/',
  'http://user@10.0.0.1/',
  'http://\u00e2\u0091\u00a0\u00e2\u0091\u00a1\u00e2\u0091\u00a6.0.0.1/',
] as const

const FIXED = [
  `http://${BYSTANDER}/`,
  `https://${BYSTANDER}/`,
  `http://${BYSTANDER_NAME}/`,
  `https://${BYSTANDER_NAME}:443/`,
  `//${BYSTANDER_NAME}`,
  `http://${nameOf({ shape: 'a-many', divisor: 1, place: 'both' }, 'redirected')}/`,
  `http://${nameOf({ shape: 'cname-chain', divisor: 1, place: 'both' })}/`,
  'ftp://10.0.0.1/',
  'file:///etc/passwd',
  'javascript:1',
  'data:text/html,x',
  '',
  'http://',
  '://',
  'http://\u0000/',
  `http://${'x'.repeat(70)}.example.com/`,
  `/${'\u00eb\u00b0\u0095'.repeat(2700)}`,
] as const

export const LOCATIONS: readonly Destination[] = [
  ...INWARDS.map((location) => ({ name: location, to: () => location })),
  ...FIXED.map((location) => ({ name: location.slice(0, 60), to: () => location })),
  { name: 'to itself', to: (host) => `http://${host}/` },
  { name: 'to itself over TLS', to: (host) => `https://${host}/` },
  { name: 'to itself, 303', to: (host) => `http://${host}/`, status: '303 See Other' },
  { name: 'one after the other', to: (host, time) => `http://${host}/${time}` },
  { name: 'deeper and deeper', to: (_, time) => `${'x'.repeat(3000)}${time}/` },
  { name: 'another spelling of itself', to: (host, time) => `HTTP://${time % 2 ? host.toUpperCase() : `${host}.`}:80/?${time}` },
  { name: 'another port', to: (host) => `http://${host}:8080/` },
  { name: 'port 22', to: (host) => `http://${host}:22/` },
  { name: 'port 443 without TLS', to: (host) => `http://${host}:443/` },
  { name: 'a name and password', to: (host) => `http://user:secret@${host}/` },
  { name: 'a backslash', to: (host) => `http://${host}\\@10.0.0.1/` },
  { name: 'the missing slash', to: (host) => `http://${host}.well-known/acme-challenge/` },
  { name: 'a name below', to: (host) => `http://a.b.c.${host}/` },
  { name: 'a name that changes its address', to: () => 'http://rebind1.web.evil.test/' },
]
