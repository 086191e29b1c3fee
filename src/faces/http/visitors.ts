import { limitCrowds } from '../../net/door/index.ts'
import type { TellCutOff } from '../../observe/cut-off.ts'
import type { Logger } from '../../observe/log.ts'
import { contains } from '../../policy/address.ts'
import type { Config } from '../../settings/options.ts'
import { callersBy } from './client-address.ts'
import type { CallerOf } from './incoming.ts'
import type { Listener } from './listener.ts'
import { watchProxies } from './proxy-watch.ts'

/** Finds out who asks, and warns in the log if a proxy is set up wrongly. */
export function watchedCallers({ trustedProxies, clientIpHeader }: Config, log: Logger): CallerOf {
  const trust = { proxies: trustedProxies, header: clientIpHeader }
  const [callerOf, watch] = [callersBy(trust), watchProxies(trust, log)]
  return (peer, headers) => {
    const caller = callerOf(peer, headers)
    watch(caller, headers)
    return caller
  }
}

/** No client keeps all connections to itself; proxies bring those of many. */
export function watchDoor({ port }: Pick<Listener, 'port'>, { trustedProxies }: Config, tell: TellCutOff): void {
  limitCrowds({
    port,
    isProxy: (address) => trustedProxies.some((block) => contains(block, address)),
    crowded: ({ who, surplus, most }) => tell('connections', who, { most, surplus }),
  })
}
