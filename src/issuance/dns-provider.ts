import type { Locale } from '../contract/text.ts'
import type { Catalogue } from '../router/catalogue/index.ts'
import { ddnsServiceOf } from '../router/index.ts'

export type { DnsProvider }

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

/** A service that serves zones, and the parts by which each program writes the challenge there. Null where a program has none. */
interface DnsProvider {
  readonly id: string
  readonly name: Record<Locale, string>
  readonly certbot: CertbotPlugin | null
  readonly caddy: CaddyModule | null
  /** For `--dns`. */
  readonly acmeSh: string | null
}

interface CertbotPlugin {
  /** On PyPI; Debian's is `python3-` and this for the plug-ins of certbot itself. */
  readonly package: string
  /** For `--authenticator`. */
  readonly authenticator: string
  /** The option with the file of the credentials; null if they come from the environment. */
  readonly credentials: string | null
}

interface CaddyModule {
  /** For `dns` in a Caddyfile, and as `dns.providers.` in a list of modules. */
  readonly name: string
  /** For `xcaddy build --with` and `caddy add-package`. */
  readonly path: string
}

interface Row {
  readonly id: string
  /** In Korean after a bar, where it has a name there. */
  readonly name: string
  /** The domains of its name servers. */
  readonly suffixes?: readonly string[]
  /** The plug-in `certbot-dns-` and this. */
  readonly certbot?: string
  readonly caddy?: string
  readonly acmeSh?: string
}

/**
 * The providers, from the documentation of the plug-ins: https://eff-certbot.readthedocs.io/en/stable/using.html#dns-plugins and PyPI,
 * https://caddyserver.com/download, https://github.com/acmesh-official/acme.sh/wiki/dnsapi.
 */
const ROWS: readonly Row[] = [
  {
    id: 'cloudflare',
    name: 'Cloudflare',
    suffixes: ['ns.cloudflare.com'],
    certbot: 'cloudflare',
    caddy: 'cloudflare',
    acmeSh: 'cf',
  },
  {
    id: 'route53',
    name: 'Amazon Route 53',
    suffixes: ['awsdns.com', 'awsdns.net', 'awsdns.org', 'awsdns.co.uk'],
    certbot: 'route53',
    caddy: 'route53',
    acmeSh: 'aws',
  },
  { id: 'desec', name: 'deSEC', suffixes: ['desec.io', 'desec.org'], certbot: 'desec', caddy: 'desec', acmeSh: 'desec' },
  { id: 'duckdns', name: 'DuckDNS', suffixes: ['duckdns.org'], certbot: 'duckdns', caddy: 'duckdns', acmeSh: 'duckdns' },
  { id: 'gandi', name: 'Gandi', suffixes: ['gandi.net'], certbot: 'gandi', caddy: 'gandi', acmeSh: 'gandi_livedns' },
  { id: 'ovh', name: 'OVHcloud', suffixes: ['ovh.net', 'ovh.ca', 'anycast.me'], certbot: 'ovh', caddy: 'ovh', acmeSh: 'ovh' },
  {
    id: 'hetzner',
    name: 'Hetzner',
    suffixes: ['ns.hetzner.com', 'ns.hetzner.de'],
    certbot: 'hetzner-cloud',
    caddy: 'hetzner/v2',
    acmeSh: 'hetznercloud',
  },
  {
    id: 'digitalocean',
    name: 'DigitalOcean',
    suffixes: ['digitalocean.com'],
    certbot: 'digitalocean',
    caddy: 'digitalocean',
    acmeSh: 'dgon',
  },
  // Squarespace has no interface for programs, so that only the lines for Google are of use.
  {
    id: 'google',
    name: 'Google Cloud DNS (or Squarespace)|Google Cloud DNS(또는 Squarespace)',
    suffixes: ['googledomains.com'],
    certbot: 'google',
    caddy: 'googleclouddns',
    acmeSh: 'gcloud',
  },
  {
    id: 'azure',
    name: 'Azure DNS',
    suffixes: ['azure-dns.com', 'azure-dns.net', 'azure-dns.org', 'azure-dns.info'],
    certbot: 'azure',
    caddy: 'azure',
    acmeSh: 'azure',
  },
  {
    id: 'namecheap',
    name: 'Namecheap',
    suffixes: ['registrar-servers.com'],
    certbot: 'namecheap',
    caddy: 'namecheap',
    acmeSh: 'namecheap',
  },
  { id: 'godaddy', name: 'GoDaddy', suffixes: ['domaincontrol.com'], certbot: 'godaddy', caddy: 'godaddy', acmeSh: 'gd' },
  { id: 'porkbun', name: 'Porkbun', suffixes: ['porkbun.com'], certbot: 'porkbun', caddy: 'porkbun', acmeSh: 'porkbun' },
  { id: 'linode', name: 'Linode (Akamai)', suffixes: ['linode.com'], certbot: 'linode', caddy: 'linode', acmeSh: 'linode_v4' },
  { id: 'vultr', name: 'Vultr', suffixes: ['vultr.com'], certbot: 'vultr', caddy: 'vultr', acmeSh: 'vultr' },
  { id: 'inwx', name: 'INWX', suffixes: ['inwx.de', 'inwx.eu', 'inwx.net'], certbot: 'inwx', caddy: 'inwx', acmeSh: 'inwx' },
  {
    id: 'ionos',
    name: 'IONOS',
    suffixes: ['ui-dns.com', 'ui-dns.de', 'ui-dns.org', 'ui-dns.biz'],
    certbot: 'ionos',
    caddy: 'ionos',
    acmeSh: 'ionos',
  },
  { id: 'dynu', name: 'Dynu', suffixes: ['dynu.com'], certbot: 'dynu', caddy: 'dynu', acmeSh: 'dynu' },
  { id: 'dynv6', name: 'dynv6', suffixes: ['dynv6.com'], caddy: 'dynv6', acmeSh: 'dynv6' },
  { id: 'he', name: 'Hurricane Electric', suffixes: ['he.net'], certbot: 'he', caddy: 'he', acmeSh: 'he' },
  { id: 'cloudns', name: 'ClouDNS', suffixes: ['cloudns.net'], certbot: 'cloudns', caddy: 'cloudns', acmeSh: 'cloudns' },
  { id: 'dnsimple', name: 'DNSimple', suffixes: ['dnsimple.com'], certbot: 'dnsimple', caddy: 'dnsimple', acmeSh: 'dnsimple' },
  { id: 'luadns', name: 'LuaDNS', suffixes: ['luadns.net'], certbot: 'luadns', caddy: 'luadns', acmeSh: 'lua' },
  { id: 'bunny', name: 'bunny.net', suffixes: ['bunny.net'], certbot: 'bunny', caddy: 'bunny', acmeSh: 'bunny' },
  { id: 'netcup', name: 'netcup', suffixes: ['netcup.net'], certbot: 'netcup', caddy: 'netcup', acmeSh: 'netcup' },
  {
    id: 'infomaniak',
    name: 'Infomaniak',
    suffixes: ['infomaniak.ch', 'infomaniak.com'],
    certbot: 'infomaniak',
    caddy: 'infomaniak',
    acmeSh: 'infomaniak',
  },
  {
    id: 'transip',
    name: 'TransIP',
    suffixes: ['transip.nl', 'transip.net', 'transip.eu'],
    certbot: 'transip',
    caddy: 'transip',
    acmeSh: 'transip',
  },
  { id: 'scaleway', name: 'Scaleway', suffixes: ['dom.scw.cloud'], certbot: 'scaleway', caddy: 'scaleway', acmeSh: 'scaleway' },
  {
    id: 'alibaba',
    name: 'Alibaba Cloud',
    suffixes: ['alidns.com', 'hichina.com'],
    certbot: 'aliyun',
    caddy: 'alidns',
    acmeSh: 'ali',
  },
  {
    id: 'tencent',
    name: 'Tencent Cloud (DNSPod)',
    suffixes: ['dnspod.net'],
    certbot: 'tencentcloud',
    caddy: 'tencentcloud',
    acmeSh: 'tencent',
  },
  { id: 'vercel', name: 'Vercel', suffixes: ['vercel-dns.com'], caddy: 'vercel', acmeSh: 'vercel' },
  { id: 'freedns', name: 'FreeDNS', suffixes: ['afraid.org'], certbot: 'freedns', acmeSh: 'freedns' },
  { id: 'hostinger', name: 'Hostinger', suffixes: ['dns-parking.com'], certbot: 'hostinger' },
  { id: 'strato', name: 'STRATO', suffixes: ['rzone.de'], certbot: 'strato' },
  // Netlify serves its customers' zones from the servers of NS1: which of them it is cannot be seen.
  { id: 'ns1', name: 'NS1 or Netlify|NS1 또는 Netlify', suffixes: ['nsone.net'] },
  { id: 'no-ip', name: 'No-IP', suffixes: ['no-ip.com'] },
  { id: 'gabia', name: 'Gabia|가비아', suffixes: ['gabia.co.kr', 'gabia.net', 'gabia.com'] },
  { id: 'hosting-kr', name: 'hosting.kr|호스팅케이알', suffixes: ['hosting.co.kr', 'hosting.kr'] },
  { id: 'cafe24', name: 'Cafe24|카페24', suffixes: ['cafe24.com', 'cafe24.co.kr'] },
  { id: 'whois-kr', name: 'Whois Corp.|후이즈', suffixes: ['whoisdomain.kr'] },
  // These lend names of their own, and serve no other zones.
  { id: 'ddnss', name: 'DDNSS', certbot: 'ddnss', caddy: 'ddnss', acmeSh: 'ddnss' },
  { id: 'ipv64', name: 'ipv64.net', acmeSh: 'ipv64' },
  { id: 'freemyip', name: 'freemyip.com', acmeSh: 'freemyip' },
  { id: 'dnshome', name: 'dnsHome.de', acmeSh: 'dnshome' },
  { id: 'mydns-jp', name: 'MyDNS.JP', acmeSh: 'mydnsjp' },
  { id: 'dnsexit', name: 'DNSExit', caddy: 'dnsexit', acmeSh: 'dnsexit' },
]

/** The options that are not called `--dns-…-credentials`. */
const CREDENTIALS: Record<string, string | null> = { route53: null, azure: '--dns-azure-config' }

export const PROVIDERS: readonly (DnsProvider & { readonly suffixes: readonly string[] })[] = ROWS.map(
  ({ id, name, suffixes = [], certbot, caddy, acmeSh }) => {
    const [en = '', ko = en] = name.split('|')
    return {
      id,
      name: { en, ko },
      suffixes,
      certbot: certbot === undefined ? null : pluginOf(certbot),
      caddy: caddy === undefined ? null : { name: caddy.replace(/\/v\d$/, ''), path: `github.com/caddy-dns/${caddy}` },
      acmeSh: acmeSh === undefined ? null : `dns_${acmeSh}`,
    }
  },
)

function pluginOf(name: string): DnsProvider['certbot'] {
  const { [name]: credentials = `--dns-${name}-credentials` } = CREDENTIALS
  return { package: `certbot-dns-${name}`, authenticator: `dns-${name}`, credentials }
}
