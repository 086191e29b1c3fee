/** What the tools of this domain are made of. */
export { LAYERS, PORT_STATUSES } from '../../net/findings.ts'
export { sourceTo } from '../../net/source.ts'
export { probeFirst } from '../../net/tcp/first-open.ts'
export { probeTcp, probeUdp } from '../../net/tcp/probe.ts'
export { sayReach } from './reach.ts'
export { serviceName } from './registered-name.ts'
export { udpPayloads } from './udp-payloads.ts'
