import { Type } from '@sinclair/typebox'
import { oneOf, orNull } from '../contract/schema.ts'
import type { Locale } from '../contract/text.ts'
import type { Address } from '../policy/address.ts'
import { type IpData, REGISTRIES } from './lookup.ts'

/** The address that an answer is about, and the date of its data. */
export const ADDRESS_FIELDS = {
  ip: Type.String(),
  ipVersion: Type.Union([Type.Literal(4), Type.Literal(6)]),
  dataDate: Type.String(),
}

/** A place without its coordinates. */
export const PLACE_FIELDS = {
  country: orNull(Type.String()),
  countryCode: orNull(Type.String()),
  continent: orNull(Type.String()),
  continentCode: orNull(Type.String()),
  region: orNull(Type.String()),
  city: orNull(Type.String()),
  timezone: orNull(Type.String()),
}

/** The fields of an answer about the registration of an address. */
export const REGISTRATION_FIELDS = {
  ...ADDRESS_FIELDS,
  organization: orNull(Type.String()),
  prefix: orNull(Type.String()),
  registry: orNull(oneOf(...REGISTRIES)),
  country: orNull(Type.String()),
  countryCode: orNull(Type.String()),
  asns: Type.Array(Type.Object({ asn: Type.Integer(), organization: orNull(Type.String()), prefix: orNull(Type.String()) })),
}

/** Returns the network that announces an address, and the registry that keeps its record. */
export function registrationOf(ipdata: IpData, address: Address, locale: Locale) {
  const { asn, organization, prefix } = ipdata.network(address)
  const { country, countryCode } = ipdata.place(address, locale)
  return {
    ip: address.text,
    ipVersion: address.version,
    dataDate: ipdata.dateOf('city', 'network'),
    organization,
    prefix,
    registry: ipdata.registry(address),
    country,
    countryCode,
    asns: asn === null ? [] : [{ asn, organization, prefix }],
  }
}
