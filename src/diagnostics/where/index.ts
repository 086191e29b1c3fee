export { lookAtOwn, SIGHTING_FIELDS, WHERE, type Where } from './look.ts'
export { type About, drawWay, isFiltered, isSilent, printSighting, sayEnd, sayMeaning, sayWhere, silence } from './say.ts'
