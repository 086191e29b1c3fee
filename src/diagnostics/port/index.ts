/** What the tools of this domain are made of. */
export { LAYERS, PORT_STATUSES } from '../../net/findings.ts'
export { sayReach } from './reach.ts'
export { serviceName } from './registered-name.ts'
export { udpPayloads } from './udp-payloads.ts'
