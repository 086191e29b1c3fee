import type { FlagRow } from './verb.ts'

/** The flags of `doorstep data build`. */
export const BUILD_FLAGS = [
  {
    flag: 'city',
    placeholder: 'FILE ...',
    meaning: 'Places: DB-IP City Lite, GeoLite2 City or ip-location-db; countries alone from IPinfo Lite and iptoasn',
  },
  {
    flag: 'asn',
    placeholder: 'FILE ...',
    meaning: 'Networks: DB-IP ASN Lite, GeoLite2 ASN, IPinfo Lite, iptoasn or ip-location-db',
  },
  {
    flag: 'country',
    placeholder: 'FILE ...',
    meaning: 'Countries, which tell the registries of legacy blocks: any of these publishers',
  },
  { flag: 'out', placeholder: 'FILE', meaning: 'The data file to write' },
  { flag: 'sign-key', placeholder: 'FILE', meaning: 'Private key for the signature: Ed25519, PEM (PKCS #8)' },
  { flag: 'publisher', placeholder: 'NAME', meaning: 'Who publishes the file, shown to those who take it' },
  {
    flag: 'date',
    placeholder: 'YYYY-MM-DD',
    meaning: 'The date of the sources, if neither they nor their names have the right one',
  },
  { flag: 'licence', placeholder: 'NAME', meaning: 'The licence of sources whose publisher is not known' },
  { flag: 'licence-url', placeholder: 'URL', meaning: 'Where that licence is' },
  { flag: 'attribution', placeholder: 'TEXT', meaning: 'The credit that it asks for' },
  { flag: 'attribution-url', placeholder: 'URL', meaning: 'What that credit links to' },
  { flag: 'json', placeholder: '', meaning: 'Print the manifest of the file in JSON' },
] as const satisfies readonly FlagRow[]
