/** The entry of this domain: the parts that tools use. */
export { LAYERS, PORT_STATUSES } from '../../net/findings.ts'
export { checkPort, PORT_FIELDS } from './check.ts'
export { isOftenAttacked, isOftenBlocked } from './experience.ts'
export { reachOf, sayReach } from './reach.ts'
