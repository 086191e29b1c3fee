export { SIGHTING_FIELDS, WHERE, type Where } from './fields.ts'
export { lookAtOwn, type OnRouters } from './look.ts'
export { type About, drawWay, isFiltered, isSilent, printSighting, sayEnd, sayMeaning, sayWhere, silence } from './say.ts'
