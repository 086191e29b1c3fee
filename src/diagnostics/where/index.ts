/** The entry of this domain: the parts that tools use. */
export { drawWhere } from './draw.ts'
export { SIGHTING_FIELDS, WHERE, type Where } from './fields.ts'
export type { OnRouters } from './look.ts'
export { lookAtOwn } from './own.ts'
export { printSighting } from './print.ts'
export { type About, isFiltered, isSilent, sayEnd, sayMeaning, sayWhere, silence } from './say.ts'
