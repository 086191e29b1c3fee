import type { Address } from '../policy/address.ts'
import type { Checking } from './checking.ts'
import type { AddressFacts, DnsFacts, Facts } from './facts.ts'
import { PORTS } from './fields.ts'
import { askHttp, askTls } from './web/ask.ts'
import type { Asking } from './web/chain.ts'
import { type Candidate, choose } from './web/choose.ts'
import { RedirectHosts } from './web/hosts.ts'
import { OwnAddress } from './web/own.ts'
import { proxyAt } from './web/proxy.ts'

/** The time for all addresses, which are asked side by side. */
const ALL_MS = 7000
const REQUEST_MS = 4000
/** The same after a question for a proof, which has waited already. */
const SECOND_MS = 2000

/** Returns what the addresses of a name answer on ports 80 and 443, at most two of each family. */
export async function lookAtAddresses(
  checking: Checking,
  dns: Pick<DnsFacts, 'ipv4' | 'ipv6'>,
): Promise<Pick<Facts, 'addresses' | 'omitted'>> {
  const { target, caller, file } = checking
  const ports = portsOf(checking)
  if (ports.length === 0) return { addresses: [], omitted: 0 }
  const { candidates, omitted, all } = choose(dns, { target, ports, requester: caller.requester })
  const asked = new Set(candidates.filter(({ kind }) => kind === 'public').map(({ address }) => address.text))
  const addresses = await checking.net.within(ALL_MS, (net) => {
    const hosts = new RedirectHosts(net.dns, { target, asked, all })
    const token = file?.name ?? net.http.token()
    const asking = { target, token, file, net, hosts, milliseconds: REQUEST_MS }
    return Promise.all(candidates.map((candidate) => lookAt({ ...checking, net }, candidate, asking)))
  })
  return { addresses, omitted }
}

/** Returns the ports at which the methods begin; none for wildcards, which neither of these two methods validates. */
function portsOf({ methods, target: { query, wildcard } }: Checking): number[] {
  if (wildcard || query === null) return []
  return methods.flatMap((method) => (method === 'dns-01' ? [] : [PORTS[method]]))
}

async function lookAt(checking: Checking, { address, kind, isRequester }: Candidate, asking: Asking): Promise<AddressFacts> {
  const ports = portsOf(checking)
  const proxy = proxyAt(address, checking.ipdata)
  const facts = { address, kind, isRequester, proxy, http: null, tls: null }
  if (kind !== 'public') return facts
  const own = isRequester ? ownAt(checking, address) : null
  for (const port of ports) void own?.look(port)
  const proofs = (await own?.prove(ports)) ?? new Map()
  const timed = own && checking.key ? { ...asking, milliseconds: SECOND_MS } : asking
  const at = { address, own, proofs, proxy }
  const [http, tls] = await Promise.all([
    ports.includes(PORTS['http-01']) ? askHttp(timed, at) : null,
    ports.includes(PORTS['tls-alpn-01']) ? askTls(timed, at) : null,
  ])
  return { ...facts, proxy: http?.proxy ?? proxy, http, tls }
}

function ownAt({ target, net, ipdata, disclosure, key }: Checking, address: Address): OwnAddress {
  return new OwnAddress(address, { target, net, routers: { ipdata, disclosure }, key })
}
