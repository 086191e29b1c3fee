/** The facts about an address, in the fields of `/api/ip/json`; null if not known. */
export interface AddressFacts {
  readonly ip: string
  readonly country: string | null
  readonly countryCode: string | null
  readonly region: string | null
  readonly city: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly timezone: string | null
  readonly asn: number | null
  readonly organization: string | null
}
