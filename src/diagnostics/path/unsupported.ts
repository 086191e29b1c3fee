import { Refusal } from '../../contract/problem.ts'
import { unsupportedText } from './unsupported.text.ts'

/**
 * Either is enough: every group may have sockets for echo requests (icmp(7)), or the service may have raw ones (capabilities(7)).
 * Never the file: the runtime in it would run any local user's script with the capabilities that the file has.
 */
const REMEDIES = {
  sysctl: 'sysctl -w net.ipv4.ping_group_range="0 2147483647"',
  ambient: 'AmbientCapabilities=CAP_NET_RAW',
  bounding: 'CapabilityBoundingSet=CAP_NET_RAW',
}

/** Refuses a check because this machine offers no way to make it: 503, with what to switch on. */
export function refuseUnsupported(check: 'ping' | 'trace'): never {
  throw new Refusal('unsupported-on-host', (locale) =>
    process.platform === 'linux' ? unsupportedText.say(locale, check, REMEDIES) : unsupportedText.say(locale, 'other-system', {}),
  )
}
