import { Type } from '@sinclair/typebox'
import { orNull } from '../contract/schema.ts'

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
