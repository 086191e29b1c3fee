export { SIGHTING_FIELDS } from '../../net/where/index.ts'
export { lookAtOwn, WHERE, type Where } from './look.ts'
export { type About, drawWay, isFiltered, isSilent, printSighting, sayEnd, sayMeaning, sayWhere, silence } from './say.ts'
