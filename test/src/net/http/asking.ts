import { Budget } from '../../../../src/net/budget.ts'
import { followRedirects, type HttpSettings, requestHead } from '../../../../src/net/http/index.ts'
import { withDeadline } from '../../../../src/platform/deadline.ts'
import { parseAddress, parseBlock } from '../../../../src/policy/address.ts'
import { admitFound } from '../../../../src/policy/admit.ts'
import { admitUrl, type Judge } from '../../../../src/policy/hosts.ts'
import type { PublicTarget, PublicUrl } from '../../../../src/policy/target.ts'

const LOOPBACK = ['127.0.0.0/8', '::1/128'].map(parseBlock).filter((block) => block !== null)
const RULES = { allow: LOOPBACK, deny: [], denyPorts: [25], ddnsDomains: [], ownAddresses: () => [] }

/** Every name is this machine but for those that say otherwise. */
const JUDGE: Judge = {
  rules: RULES,
  async resolve(name) {
    if (name.startsWith('missing.')) return { status: 'nxdomain', addresses: [] }
    if (name.startsWith('private.')) return { status: 'noerror', addresses: ['127.0.0.1', '10.0.0.1'] }
    return { status: 'noerror', addresses: ['127.0.0.1'] }
  },
}

export function targetsOf(...addresses: string[]): PublicTarget[] {
  return admitFound(
    addresses.map(parseAddress).filter((address) => address !== null),
    RULES,
  )
}

export function urlOf(href: string): Promise<PublicUrl> {
  return admitUrl('url', href, JUDGE)
}

type Ask = Partial<HttpSettings> & { forMs?: number; targets?: readonly PublicTarget[] }
const PATIENCE_MS = 3000
export const DEFAULTS = { method: 'GET' as const, extraCa: [], userAgent: 'doorstep' }

/** Asks a URL, for three seconds at most. */
export async function ask(href: string, { forMs = PATIENCE_MS, targets, ...settings }: Ask = {}) {
  const { url, port, host } = await urlOf(href)
  const asked = { url, port, host: targets ? { ...host, targets } : host }
  return withDeadline(forMs, new AbortController().signal, (signal) =>
    requestHead({ ...DEFAULTS, signal, budget: new Budget(), ...asked, ...settings }),
  )
}

/** The same with redirects. */
export async function follow(href: string, { forMs = PATIENCE_MS, ...settings }: Ask = {}) {
  const target = await urlOf(href)
  return withDeadline(forMs, new AbortController().signal, (signal) =>
    followRedirects(target, { ...DEFAULTS, signal, budget: new Budget(), ...settings }),
  )
}
