import { createHash, randomBytes } from 'node:crypto'
import { followUp, type Next, type NextAction } from '../contract/next-action.ts'
import type { Locale } from '../contract/text.ts'
import type { issuanceText } from './advice.text.ts'
import { type Authority, LARGEST } from './caa.ts'
import type { DnsProvider } from './dns-provider.ts'
import { type Facts, nameOf } from './facts.ts'
import type { Method } from './fields.ts'

/** The web server that answers on port 80: "none" if nothing does, so that a client may listen itself. */
export type WebServer = 'nginx' | 'apache' | 'caddy' | 'other' | 'none'

/** An order for a certificate, with everything that its lines need. */
export interface Order {
  /** The name in ASCII, with its wildcard. */
  readonly domain: string
  readonly method: Method
  readonly webServer: WebServer
  readonly authority: Authority
  /** The service that serves the zone, as far as the challenge is written there; null if it is not known. */
  readonly provider: DnsProvider | null
  /** The other method that Caddy would try by itself, although it would fail. */
  readonly without: 'http-01' | 'tls-alpn-01' | null
  /** Whether it is not certain that the certificate comes, so that a rehearsal is better first. */
  readonly isRehearsal: boolean
  readonly locale: Locale
}

/** Returns the web server that answers on port 80, as it says itself. */
export function webServerOf({ addresses }: Pick<Facts, 'addresses'>): WebServer {
  const answers = addresses.flatMap(({ http }) => (http?.outcome === 'response' && http.proof !== 'proven' ? [http] : []))
  if (answers.length === 0) return 'none'
  const words = answers.map(({ server }) => server?.toLowerCase() ?? '').join(' ')
  return (['nginx', 'apache', 'caddy'] as const).find((one) => words.includes(one)) ?? 'other'
}

/** The keys of a module, as its documentation names them. */
type Keys = Readonly<Record<string, readonly string[]>>

/** The variables that a hook of acme.sh reads (the files of its folder `dnsapi`). */
export const ACME_SH_KEYS: Keys = {
  dns_ali: ['Ali_Key', 'Ali_Secret'],
  dns_aws: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  dns_azure: ['AZUREDNS_SUBSCRIPTIONID', 'AZUREDNS_TENANTID', 'AZUREDNS_APPID', 'AZUREDNS_CLIENTSECRET'],
  dns_bunny: ['BUNNY_API_KEY'],
  dns_cf: ['CF_Token'],
  dns_cloudns: ['CLOUDNS_AUTH_ID', 'CLOUDNS_AUTH_PASSWORD'],
  dns_desec: ['DEDYN_TOKEN'],
  dns_dgon: ['DO_API_KEY'],
  dns_dnsimple: ['DNSimple_OAUTH_TOKEN'],
  dns_duckdns: ['DuckDNS_Token'],
  dns_dynu: ['Dynu_ClientId', 'Dynu_Secret'],
  dns_dynv6: ['DYNV6_TOKEN'],
  dns_gandi_livedns: ['GANDI_LIVEDNS_TOKEN'],
  dns_gd: ['GD_Key', 'GD_Secret'],
  dns_he: ['HE_Username', 'HE_Password'],
  dns_hetznercloud: ['HETZNER_TOKEN'],
  dns_infomaniak: ['INFOMANIAK_API_TOKEN'],
  dns_inwx: ['INWX_User', 'INWX_Password'],
  dns_ionos: ['IONOS_PREFIX', 'IONOS_SECRET'],
  dns_linode_v4: ['LINODE_V4_API_KEY'],
  dns_namecheap: ['NAMECHEAP_USERNAME', 'NAMECHEAP_API_KEY', 'NAMECHEAP_SOURCEIP'],
  dns_ovh: ['OVH_AK', 'OVH_AS'],
  dns_porkbun: ['PORKBUN_API_KEY', 'PORKBUN_SECRET_API_KEY'],
  dns_tencent: ['Tencent_SecretId', 'Tencent_SecretKey'],
  dns_vultr: ['VULTR_API_KEY'],
}

/** The words after the name of a module in a Caddyfile, or the lines of its block (its README in github.com/caddy-dns). */
const CADDY_KEYS: Readonly<Record<string, string | readonly string[]>> = {
  cloudflare: '{env.CF_API_TOKEN}',
  desec: ['token {env.DESEC_TOKEN}'],
  digitalocean: '{env.DIGITALOCEAN_API_TOKEN}',
  duckdns: '{env.DUCKDNS_API_TOKEN}',
  gandi: '{env.GANDI_BEARER_TOKEN}',
  hetzner: '{env.HETZNER_API_TOKEN}',
  linode: '{env.LINODE_PERSONAL_ACCESS_TOKEN}',
  porkbun: ['api_key {env.PORKBUN_API_KEY}', 'api_secret_key {env.PORKBUN_API_SECRET_KEY}'],
  vultr: '{env.VULTR_API_TOKEN}',
}

/** The folder of Debian's web servers, which the note of a line says to replace. */
export const WEBROOT = '/var/www/html'
/** The path below which authorities look for the answers to challenges. */
export const CHALLENGES = '/.well-known/acme-challenge/'
const FOLDER = '/etc/letsencrypt'
/** The values that only the owner of an account has. */
const OWN = { kid: 'KEY_ID', hmac: 'HMAC_KEY', secret: 'YOUR_KEY' } as const

/** The option by which acme.sh shows the record in place of writing it. */
const BY_HAND = '--yes-I-know-dns-manual-mode-enough-go-ahead-please'

/** No tab, since a text for a terminal has none left. */
export const INDENT = '    '

type Parts = readonly (string | null)[]

/** Returns the line of certbot; null for TLS-ALPN-01, which it does not know. */
export function certbotLine(order: Order): string | null {
  const { method, isRehearsal, authority } = order
  if (method === 'tls-alpn-01') return null
  // The rehearsal of certbot has a server of its own, which is that of Let's Encrypt.
  const isLargest = isOpen(order)
  const isTried = isRehearsal && isLargest
  const ways = method === 'dns-01' ? certbotDns(order) : certbotHttp(order, isTried)
  const server = isLargest ? [] : ['--server', authority.directory, `--eab-kid ${OWN.kid} --eab-hmac-key ${OWN.hmac}`]
  return joined(['sudo certbot', ...ways, isTried ? '--dry-run' : null, ...server, '-d', quoted(order.domain)])
}

function certbotHttp({ webServer }: Order, isTried: boolean): Parts {
  // A rehearsal saves no certificate that could be put into the web server.
  const verb = isTried ? 'certonly' : null
  if (webServer === 'nginx' || webServer === 'apache') return [verb, `--${webServer}`]
  return webServer === 'none' ? ['certonly', '--standalone'] : ['certonly', '--webroot', '-w', WEBROOT]
}

function certbotDns({ provider }: Order): Parts {
  const plugin = provider?.certbot
  if (!plugin) return ['certonly', '--manual', '--preferred-challenges', 'dns']
  const { authenticator, credentials } = plugin
  // Google gives out its keys as JSON.
  const ending = authenticator === 'dns-google' ? 'json' : 'ini'
  const file = credentials === null ? [] : [credentials, `${FOLDER}/${authenticator}.${ending}`]
  return ['certonly', '--authenticator', authenticator, ...file]
}

/** Returns the lines of acme.sh: the keys of the provider first, then the order. */
export function acmeShLines(order: Order): string[] {
  const { method, provider, authority, domain, isRehearsal } = order
  const hook = method === 'dns-01' ? (provider?.acmeSh ?? null) : null
  const keys = hook === null ? [] : (ACME_SH_KEYS[hook] ?? [])
  const account = isOpen(order) ? [] : [`--eab-kid ${OWN.kid} --eab-hmac-key ${OWN.hmac}`]
  const server = isOpen(order) ? (isRehearsal ? ['--staging'] : ['--server', 'letsencrypt']) : ['--server', authority.directory]
  const registering = isOpen(order) ? [] : [joined(['acme.sh --register-account', ...server, ...account])]
  const issuing = joined(['acme.sh --issue', ...server, ...acmeShForm(order, hook), '-d', quoted(domain)])
  const isByHand = method === 'dns-01' && hook === null
  const ending = isByHand ? [joined(['acme.sh --renew', ...server, BY_HAND, '-d', quoted(domain)])] : []
  return [...keys.map((key) => `export ${key}=${OWN.secret}`), ...registering, issuing, ...ending]
}

function acmeShForm({ method, webServer }: Order, hook: string | null): Parts {
  if (method === 'dns-01') return ['--dns', hook ?? BY_HAND]
  if (method === 'tls-alpn-01') return ['--alpn']
  if (webServer === 'nginx' || webServer === 'apache') return [`--${webServer}`]
  return webServer === 'none' ? ['--standalone'] : ['-w', WEBROOT]
}

export function caddyfile(order: Order): string[] {
  const issuer = caddyIssuer(order)
  const tls = issuer.length === 0 ? [] : [`${INDENT}tls {`, ...issuer.map((line) => `${INDENT}${INDENT}${line}`), `${INDENT}}`]
  return [`${order.domain} {`, ...tls, `${INDENT}reverse_proxy localhost:8080`, '}']
}

/** Returns a Caddyfile as one line of a shell: without a file where Caddy needs none, since no block fits into one line of a file. */
export function caddyLine(file: readonly string[]): string {
  const [first = '', second = ''] = file
  const [name] = first.split(' ')
  if (second.startsWith(`${INDENT}reverse_proxy`)) return `caddy reverse-proxy --from ${name} --to localhost:8080`
  return `printf '%s\\n' ${file.map((line) => `'${line.trim()}'`).join(' ')} > Caddyfile && caddy run`
}

/** Returns the lines inside of `tls`; none if Caddy does by itself what has to be done. */
function caddyIssuer(order: Order): string[] {
  const { authority, provider, method, without } = order
  const account = isOpen(order) ? [] : [`ca ${authority.directory}`, `eab ${OWN.kid} ${OWN.hmac}`]
  if (method === 'dns-01') return [...account, ...caddyDns(provider?.caddy?.name ?? '')]
  if (without === null) return account
  const less = without === 'http-01' ? 'disable_http_challenge' : 'disable_tlsalpn_challenge'
  const inner = [...account.map((line) => line.replace(/^ca /, 'dir ')), less]
  return ['issuer acme {', ...inner.map((line) => `${INDENT}${line}`), '}']
}

function caddyDns(name: string): string[] {
  const keys = CADDY_KEYS[name] ?? ''
  if (typeof keys === 'string') return [joined(['dns', name, keys])]
  return [`dns ${name} {`, ...keys.map((key) => `${INDENT}${key}`), '}']
}

/** Returns whether anybody may order from the authority, without an account that it has given out before. */
export function isOpen({ authority }: Pick<Order, 'authority'>): boolean {
  return authority.domain === LARGEST
}

/** Returns an argument for a shell: a wildcard would otherwise be replaced by the names of files. */
function quoted(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", '')}'`
}

function joined(parts: Parts): string {
  return parts.filter((part) => part !== null && part !== '').join(' ')
}

const RANDOM_BYTES = 16
/** The folder that Nginx Proxy Manager shows for challenges, in its container. */
const NPM_ROOT = '/data/letsencrypt-acme-challenge'
const CADDY_FILE = '/etc/caddy/doorstep.caddy'

/** A file that nobody has made yet. */
interface NewFile {
  readonly name: string
  readonly content: string
}

/** Returns a file of which nobody can guess the name or the content. */
export function newFile(): NewFile {
  const random = () => randomBytes(RANDOM_BYTES).toString('base64url')
  return { name: `doorstep-${random()}`, content: random() }
}

interface Proving {
  readonly facts: Facts
  readonly methods: readonly Method[]
  readonly file: NewFile
  readonly next: Next<typeof issuanceText.en>
}

/** Returns the line that makes a file by the web server that was seen, and the request that looks for it. */
export function proveByFile({ facts, methods, file: { name, content }, next }: Proving): NextAction {
  const file = { name, sha256: createHash('sha256').update(content).digest('hex') }
  const domain = nameOf(facts.subject)
  const { text, line } = wayOf(facts)
  const slots = {
    name: domain,
    file: `${name}:${file.sha256}`,
    imported: CADDY_FILE,
    line: line(`${CHALLENGES}${name}`, content),
  }
  const request = followUp('certificate-check', { domain, methods: [...methods], file })
  return next(text, slots, request)
}

interface Way {
  readonly text: `prove-by-file${'' | '.nginx' | '.caddy' | '.npm'}`
  line(path: string, content: string): string
}

function wayOf(facts: Facts): Way {
  // Nginx Proxy Manager is OpenResty by its own words.
  if (facts.addresses.some(({ http }) => http?.server?.toLowerCase().includes('openresty'))) return NPM
  const server = webServerOf(facts)
  if (server === 'caddy') return CADDY
  return server === 'nginx' ? { ...BY_FOLDER, text: 'prove-by-file.nginx' } : BY_FOLDER
}

const BY_FOLDER: Way = {
  text: 'prove-by-file',
  line: (path, content) => `sudo mkdir -p ${WEBROOT}${CHALLENGES} && printf %s ${content} | sudo tee ${WEBROOT}${path}`,
}
const CADDY: Way = {
  text: 'prove-by-file.caddy',
  // No block of a Caddyfile fits into one line.
  line: (path, content) => `printf '%s\\n' 'handle ${path} {' 'respond ${content}' '}' | sudo tee ${CADDY_FILE}`,
}
const NPM: Way = {
  text: 'prove-by-file.npm',
  line: (path, content) =>
    `docker compose exec app sh -c 'mkdir -p ${NPM_ROOT}${CHALLENGES} && printf %s ${content} > ${NPM_ROOT}${path}'`,
}
