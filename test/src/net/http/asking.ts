import { expect } from 'bun:test'
import { Budget } from '../../../../src/net/budget.ts'
import type { Method } from '../../../../src/net/http/index.ts'
import { followRedirects, type HttpClient, requestHead } from '../../../../src/net/http/request.ts'
import { withDeadline } from '../../../../src/platform/deadline.ts'
import { parseAddress, parseBlock } from '../../../../src/policy/address.ts'
import { admitFound } from '../../../../src/policy/admit.ts'
import { type AdmissionContext, admitUrl } from '../../../../src/policy/hosts.ts'
import type { PublicEndpoint, PublicUrl } from '../../../../src/policy/target.ts'

const LOOPBACK = ['127.0.0.0/8', '::1/128'].map(parseBlock).filter((block) => block !== null)
const RULES = { allow: LOOPBACK, deny: [], denyPorts: [25], ddnsDomains: [], ownAddresses: () => [] }

/** Every name is this machine but for those that say otherwise. */
const JUDGE: AdmissionContext = {
  rules: RULES,
  async resolve({ ascii: name }) {
    if (name.startsWith('missing.')) return { status: 'nxdomain', addresses: [] }
    if (name.startsWith('private.')) return { status: 'noerror', addresses: ['127.0.0.1', '10.0.0.1'] }
    return { status: 'noerror', addresses: ['127.0.0.1'] }
  },
}

/** Returns loopback addresses as endpoints at a port. */
export function endpointsOf(addresses: readonly string[], port: number): PublicEndpoint[] {
  return admitFound(
    addresses.map(parseAddress).filter((address) => address !== null),
    port,
    RULES,
  )
}

export const urlOf = (href: string): Promise<PublicUrl> => admitUrl('url', href, JUDGE)

type Ask = Partial<HttpClient> & { method?: Method; forMs?: number; addresses?: readonly string[] }
const PATIENCE_MS = 3000
export const DEFAULTS = { roots: [], userAgent: 'doorstep' }

/** The finding where the time was up before silence could say anything. */
export const CUT_SHORT = { outcome: 'connect-failed', reason: 'out-of-time', failedLayer: 'local' }

/** Waits until a server has no connection left. */
export async function expectAllClosed(server: { open(): number }): Promise<void> {
  for (let wait = 0; server.open() > 0 && wait < 100; wait++) await Bun.sleep(10)
  expect(server.open()).toBe(0)
}

/** Asks a URL, for three seconds at most. */
export async function ask(href: string, { method = 'GET', forMs = PATIENCE_MS, addresses, ...settings }: Ask = {}) {
  const { url, host } = await urlOf(href)
  const asked = { url, host: addresses ? { ...host, endpoints: endpointsOf(addresses, host.port) } : host }
  return withDeadline(forMs, new AbortController().signal, (signal) =>
    requestHead(method, asked, { ...DEFAULTS, signal, budget: new Budget(), ...settings }),
  )
}

/** Returns the same with redirects. */
export async function follow(href: string, { method = 'GET', forMs = PATIENCE_MS, ...settings }: Ask = {}) {
  const target = await urlOf(href)
  return withDeadline(forMs, new AbortController().signal, (signal) =>
    followRedirects(method, target, { ...DEFAULTS, signal, budget: new Budget(), ...settings }),
  )
}
