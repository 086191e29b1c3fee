/** What the tools of this domain use. */
export { ADDRESS_FIELDS, PLACE_FIELDS } from './fields.ts'
export { REGISTRIES } from './lookup.ts'
export { proxyNetworkOf } from './proxies.ts'
