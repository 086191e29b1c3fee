import { cutOffLog, Fence, type TellCutOff } from '../../limits/fence.ts'
import { type Door, limitCrowds } from '../../net/crowds.ts'
import type { Logger } from '../../platform/log.ts'
import { type Address, contains } from '../../policy/address.ts'
import type { Config } from '../../settings/options.ts'
import { callersBy } from './client-address.ts'
import type { Listener } from './listener.ts'
import { Pipelines } from './pipelines.ts'
import { ProxyWatch } from './proxy-watch.ts'
import type { CallerOf } from './visit.ts'

/** Returns what finds the callers of a server, warning in the log about proxies that are set up wrongly, and the limits of every request. */
export function receiveVisitors({ trustedProxies, clientIpHeader, rateLimit }: Config, log: Logger) {
  const trust = { proxies: trustedProxies, header: clientIpHeader }
  const callerBy = callersBy(trust)
  const watch = new ProxyWatch(trust, log)
  const callerOf: CallerOf = (peer, headers) => {
    const caller = callerBy(peer, headers)
    watch.look(caller, headers)
    return caller
  }
  const tell = cutOffLog(log)
  // Without a limit, the operator limits clients elsewhere.
  return { callerOf, pipelines: new Pipelines(), fence: rateLimit ? new Fence(tell) : null, tell }
}

/** Logs which pages may run tools, unless every page may. */
export function sayWhichPages({ allowTargets }: Config, log: Logger): void {
  if (allowTargets.length > 0) log.info(ONLY_OWN_PAGES)
}

const ONLY_OWN_PAGES =
  'with --allow-targets, pages of other sites may not run tools: only those of this server under an address or localhost, and of ' +
  '--public-origins'

/** Keeps one client from taking all connections; proxies, which carry those of many clients, are exempt. */
export function watchDoor({ ports }: Pick<Listener, 'ports'>, { trustedProxies }: Config, tell: TellCutOff): void {
  const isProxy = (address: Address) => trustedProxies.blocks.some((block) => contains(block, address))
  const crowded: Door['crowded'] = ({ who, surplus, most }) => tell('connections', who, { most, surplus })
  for (const port of ports) limitCrowds({ port, isProxy, crowded })
}
