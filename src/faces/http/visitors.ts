import { cutOffLog, type TellCutOff } from '../../limits/cut-off.ts'
import { Fence } from '../../limits/fence.ts'
import { type Door, limitCrowds } from '../../net/door/index.ts'
import type { Logger } from '../../platform/log.ts'
import { type Address, contains } from '../../policy/address.ts'
import type { Config } from '../../settings/options.ts'
import { callersBy } from './client-address.ts'
import type { Listener } from './listener.ts'
import { Pipelines } from './pipelines.ts'
import { watchProxies } from './proxy-watch.ts'
import type { CallerOf } from './visit.ts'

/** Returns a function that finds the caller, and warns in the log if a proxy is set up wrongly. */
function watchedCallers({ trustedProxies, clientIpHeader }: Config, log: Logger): CallerOf {
  const trust = { proxies: trustedProxies, header: clientIpHeader }
  const [callerOf, watch] = [callersBy(trust), watchProxies(trust, log)]
  return (peer, headers) => {
    const caller = callerOf(peer, headers)
    watch(caller, headers)
    return caller
  }
}

/** The callers of a server and the limits that hold for every request. */
export interface Visitors {
  readonly callerOf: CallerOf
  readonly pipelines: Pipelines
  /** Null if the operator limits clients elsewhere. */
  readonly fence: Fence | null
  /** Logs which client is cut off by a limit. */
  readonly tell: TellCutOff
}

export function receiveVisitors(config: Config, log: Logger): Visitors {
  const tell = cutOffLog(log)
  const fence = config.rateLimit ? new Fence(tell) : null
  return { callerOf: watchedCallers(config, log), pipelines: new Pipelines(), fence, tell }
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
