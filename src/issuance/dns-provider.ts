import type { Locale } from '../contract/text.ts'
import type { Catalogue } from '../router/catalogue/index.ts'
import { ddnsServiceOf } from '../router/index.ts'

/** Services whose customers may write challenges under a name that the service itself lends; others lend addresses alone. */
const LENDERS = ['duckdns', 'dynu', 'dynv6', 'desec', 'ddnss', 'ipv64', 'freemyip', 'dnshome', 'mydns-jp', 'dnsexit']

/**
 * Returns the provider in whose account the challenge of a name is written: by the dynamic DNS service that lent the name, otherwise by the
 * name servers of its zone. Null if they are unknown or of several providers, or if the service lets nobody write such records.
 */
export function dnsProviderOf(
  domain: string,
  servers: readonly string[],
  catalogue: Pick<Catalogue, 'ddns'>,
): DnsProvider | null {
  const lender = ddnsServiceOf(domain, catalogue)
  if (lender) return (LENDERS.includes(lender.id) && PROVIDERS.find(({ id }) => id === lender.id)) || null
  const [first = null, ...others] = servers.map(providerOfServer)
  return others.every((other) => other === first) ? first : null
}

/**
 * Returns whether a name was lent by a dynamic DNS service that is not known to let its customers write challenges. Some services make each
 * name a zone of its own, which is its owner's.
 */
export function isLentAlone(domain: string, apex: string, catalogue: Pick<Catalogue, 'ddns'>): boolean {
  const lender = ddnsServiceOf(domain, catalogue)
  return lender !== null && !LENDERS.includes(lender.id) && ddnsServiceOf(apex, catalogue) === null
}

function providerOfServer(server: string): DnsProvider | null {
  // Route 53 numbers the second label: ns-1.awsdns-2.co.uk.
  const host = `.${server
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/(?<=\.awsdns)-\d{1,3}(?=\.)/, '')}`
  return PROVIDERS.find(({ suffixes }) => suffixes.some((suffix) => host.endsWith(`.${suffix}`))) ?? null
}

/** A provider, with its name in Korean after a bar where it has one there, and the domains of its name servers. */
type Row = readonly [
  id: string,
  name: string,
  suffixes: readonly string[],
  /** The plug-in `certbot-dns-` and this: on PyPI, and after `python3-` in Debian for those of certbot itself. */
  certbot?: string | null,
  /** The module below `github.com/caddy-dns/`. */
  caddy?: string | null,
  /** The hook of acme.sh, for `--dns` after `dns_`. */
  acmeSh?: string,
]

/**
 * The providers, from the documentation of the plug-ins: https://eff-certbot.readthedocs.io/en/stable/using.html#dns-plugins and PyPI,
 * https://caddyserver.com/download, https://github.com/acmesh-official/acme.sh/wiki/dnsapi.
 */
const ROWS: readonly Row[] = [
  ['cloudflare', 'Cloudflare', ['ns.cloudflare.com'], 'cloudflare', 'cloudflare', 'cf'],
  ['route53', 'Amazon Route 53', ['awsdns.com', 'awsdns.net', 'awsdns.org', 'awsdns.co.uk'], 'route53', 'route53', 'aws'],
  ['desec', 'deSEC', ['desec.io', 'desec.org'], 'desec', 'desec', 'desec'],
  ['duckdns', 'DuckDNS', ['duckdns.org'], 'duckdns', 'duckdns', 'duckdns'],
  ['gandi', 'Gandi', ['gandi.net'], 'gandi', 'gandi', 'gandi_livedns'],
  ['ovh', 'OVHcloud', ['ovh.net', 'ovh.ca', 'anycast.me'], 'ovh', 'ovh', 'ovh'],
  ['hetzner', 'Hetzner', ['ns.hetzner.com', 'ns.hetzner.de'], 'hetzner-cloud', 'hetzner/v2', 'hetznercloud'],
  ['digitalocean', 'DigitalOcean', ['digitalocean.com'], 'digitalocean', 'digitalocean', 'dgon'],
  // Squarespace has no interface for programs, so that only the lines for Google are of use.
  [
    'google',
    'Google Cloud DNS (or Squarespace)|Google Cloud DNS(또는 Squarespace)',
    ['googledomains.com'],
    'google',
    'googleclouddns',
    'gcloud',
  ],
  ['azure', 'Azure DNS', ['azure-dns.com', 'azure-dns.net', 'azure-dns.org', 'azure-dns.info'], 'azure', 'azure', 'azure'],
  ['namecheap', 'Namecheap', ['registrar-servers.com'], 'namecheap', 'namecheap', 'namecheap'],
  ['godaddy', 'GoDaddy', ['domaincontrol.com'], 'godaddy', 'godaddy', 'gd'],
  ['porkbun', 'Porkbun', ['porkbun.com'], 'porkbun', 'porkbun', 'porkbun'],
  ['linode', 'Linode (Akamai)', ['linode.com'], 'linode', 'linode', 'linode_v4'],
  ['vultr', 'Vultr', ['vultr.com'], 'vultr', 'vultr', 'vultr'],
  ['inwx', 'INWX', ['inwx.de', 'inwx.eu', 'inwx.net'], 'inwx', 'inwx', 'inwx'],
  ['ionos', 'IONOS', ['ui-dns.com', 'ui-dns.de', 'ui-dns.org', 'ui-dns.biz'], 'ionos', 'ionos', 'ionos'],
  ['dynu', 'Dynu', ['dynu.com'], 'dynu', 'dynu', 'dynu'],
  ['dynv6', 'dynv6', ['dynv6.com'], null, 'dynv6', 'dynv6'],
  ['he', 'Hurricane Electric', ['he.net'], 'he', 'he', 'he'],
  ['cloudns', 'ClouDNS', ['cloudns.net'], 'cloudns', 'cloudns', 'cloudns'],
  ['dnsimple', 'DNSimple', ['dnsimple.com'], 'dnsimple', 'dnsimple', 'dnsimple'],
  ['luadns', 'LuaDNS', ['luadns.net'], 'luadns', 'luadns', 'lua'],
  ['bunny', 'bunny.net', ['bunny.net'], 'bunny', 'bunny', 'bunny'],
  ['netcup', 'netcup', ['netcup.net'], 'netcup', 'netcup', 'netcup'],
  ['infomaniak', 'Infomaniak', ['infomaniak.ch', 'infomaniak.com'], 'infomaniak', 'infomaniak', 'infomaniak'],
  ['transip', 'TransIP', ['transip.nl', 'transip.net', 'transip.eu'], 'transip', 'transip', 'transip'],
  ['scaleway', 'Scaleway', ['dom.scw.cloud'], 'scaleway', 'scaleway', 'scaleway'],
  ['alibaba', 'Alibaba Cloud', ['alidns.com', 'hichina.com'], 'aliyun', 'alidns', 'ali'],
  ['tencent', 'Tencent Cloud (DNSPod)', ['dnspod.net'], 'tencentcloud', 'tencentcloud', 'tencent'],
  ['vercel', 'Vercel', ['vercel-dns.com'], null, 'vercel', 'vercel'],
  ['freedns', 'FreeDNS', ['afraid.org'], 'freedns', null, 'freedns'],
  ['hostinger', 'Hostinger', ['dns-parking.com'], 'hostinger'],
  ['strato', 'STRATO', ['rzone.de'], 'strato'],
  // Netlify serves its customers' zones from the servers of NS1: which of them it is cannot be seen.
  ['ns1', 'NS1 or Netlify|NS1 또는 Netlify', ['nsone.net']],
  ['no-ip', 'No-IP', ['no-ip.com']],
  ['gabia', 'Gabia|가비아', ['gabia.co.kr', 'gabia.net', 'gabia.com']],
  ['hosting-kr', 'hosting.kr|호스팅케이알', ['hosting.co.kr', 'hosting.kr']],
  ['cafe24', 'Cafe24|카페24', ['cafe24.com', 'cafe24.co.kr']],
  ['whois-kr', 'Whois Corp.|후이즈', ['whoisdomain.kr']],
  // These lend names of their own, and serve no other zones.
  ['ddnss', 'DDNSS', [], 'ddnss', 'ddnss', 'ddnss'],
  ['ipv64', 'ipv64.net', [], null, null, 'ipv64'],
  ['freemyip', 'freemyip.com', [], null, null, 'freemyip'],
  ['dnshome', 'dnsHome.de', [], null, null, 'dnshome'],
  ['mydns-jp', 'MyDNS.JP', [], null, null, 'mydnsjp'],
  ['dnsexit', 'DNSExit', [], null, 'dnsexit', 'dnsexit'],
]

/** The options that are not called `--dns-…-credentials`. */
const CREDENTIALS: Record<string, string | null> = { route53: null, azure: '--dns-azure-config' }

export const PROVIDERS = ROWS.map(providerOf)

/** A service that serves zones, and the parts by which each program writes the challenge there; null where a program has none. */
export type DnsProvider = ReturnType<typeof providerOf>

function providerOf([id, name, suffixes, certbot, caddy, acmeSh]: Row) {
  const [en = '', ko = en] = name.split('|')
  return {
    id,
    name: { en, ko } satisfies Record<Locale, string>,
    suffixes,
    certbot: certbot ? pluginOf(certbot) : null,
    caddy: caddy ? { name: caddy.replace(/\/v\d$/, ''), path: `github.com/caddy-dns/${caddy}` } : null,
    acmeSh: acmeSh ? `dns_${acmeSh}` : null,
  }
}

/** Returns a plug-in, for `--authenticator`, and the option with the file of its credentials; null if they come from the environment. */
function pluginOf(name: string) {
  const { [name]: credentials = `--dns-${name}-credentials` } = CREDENTIALS
  return { package: `certbot-dns-${name}`, authenticator: `dns-${name}`, credentials }
}
