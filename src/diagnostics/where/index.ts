/** The entry of this domain: the parts that tools use. */
export { SIGHTING_FIELDS, WHERE, type Where } from './fields.ts'
export type { OnRouters } from './look.ts'
export { lookAtOwn } from './own.ts'
export { printSighting } from './print.ts'
export { type About, drawWay, isFiltered, isSilent, sayEnd, sayMeaning, sayWhere, silence } from './say.ts'
