/** The exports that tools of this domain use. */
export { placeIn } from '../contract/place.ts'
export { ADDRESS_FIELDS, PLACE_FIELDS, proxyNetworkOf, REGISTRATION_FIELDS, registrationOf } from './fields.ts'
export { doubtsAbout, networkFacts, sourceFacts } from './told.ts'
