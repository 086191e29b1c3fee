import type { Flags } from '../../settings/command-line.ts'
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

const FOLDER_FLAG = {
  flag: 'data-dir',
  placeholder: 'FOLDER',
  meaning: 'The folder of the data; start servers with the same one. DOORSTEP_DATA_DIR also names it',
} as const satisfies FlagRow

/** The flags of `doorstep data update`. */
export const UPDATE_FLAGS = [
  {
    flag: 'from',
    placeholder: 'FILE|URL',
    meaning:
      'A data file of doorstep data build, or a file of DB-IP, GeoLite2, IPinfo, iptoasn or ip-location-db; repeat it for files that belong together',
  },
  FOLDER_FLAG,
  {
    flag: 'date',
    placeholder: 'YYYY-MM-DD',
    meaning: 'The day of the sources, if neither they nor their names have the right one; when a file was written does not count',
  },
  {
    flag: 'data-key',
    placeholder: 'FILE',
    meaning: 'Public key of the publisher of a data file, in PEM; repeat it to trust several. Nothing unsigned is taken then',
  },
  { flag: 'unsigned', placeholder: '', meaning: 'Take a data file of this machine without a signature' },
  {
    flag: 'extra-ca',
    placeholder: 'FILE',
    meaning: 'Certificates that an HTTPS server may have in addition to the bundled roots',
  },
  { flag: 'json', placeholder: '', meaning: 'Print the outcome in JSON' },
] as const satisfies readonly FlagRow[]

/** The flags of `doorstep data rollback`. */
export const ROLLBACK_FLAGS = [
  FOLDER_FLAG,
  { flag: 'json', placeholder: '', meaning: 'Print the outcome in JSON' },
] as const satisfies readonly FlagRow[]

/** Flags of updates that are not settings. */
export const RENEWING: Flags = {
  from: { type: 'string', multiple: true },
  'data-key': { type: 'string', multiple: true },
  date: { type: 'string' },
  unsigned: { type: 'boolean' },
}
