/** The exports that tools of this domain use. */
export { placeIn } from '../contract/place.ts'
export { doubtsAbout } from './age.ts'
export { ADDRESS_FIELDS, PLACE_FIELDS, REGISTRATION_FIELDS, registrationOf } from './fields.ts'
export { proxyNetworkOf } from './proxies.ts'
export { networkFacts, sourceFacts } from './told.ts'
