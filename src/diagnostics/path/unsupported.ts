import { Refusal } from '../../contract/problem.ts'
import { unsupportedText } from './unsupported.text.ts'

/**
 * Either is enough: a range of groups that may open sockets for echo requests (icmp(7)), or raw sockets for the service (capabilities(7)).
 * Never capabilities on the file: the runtime in it would run any local user's script with them.
 */
const REMEDIES = {
  sysctl: 'sysctl -w net.ipv4.ping_group_range="0 2147483647"',
  ambient: 'AmbientCapabilities=CAP_NET_RAW',
  bounding: 'CapabilityBoundingSet=CAP_NET_RAW',
}

/** Refuses a check that this machine cannot run: 503, with the setting to change. */
export function refuseUnsupported(check: 'ping' | 'trace'): never {
  throw new Refusal('unsupported-on-host', (locale) =>
    process.platform === 'linux' ? unsupportedText.say(locale, check, REMEDIES) : unsupportedText.say(locale, 'other-system', {}),
  )
}
