import tzLookup from '@photostructure/tz-lookup'
import pkg from '../../package.json' with { type: 'json' }
import { Joined } from '../contract/joined.ts'
import type { Locale } from '../contract/text.ts'
import { type Both, joinedBy, Misfit, saidOf } from '../platform/misfit.ts'
import { type Address, blockText } from '../policy/address.ts'
import { openDataDir } from './data-dir.ts'
import { type Database, Facts, type Origin, openEmbedded, openFile } from './database.ts'
import { CONTINENTS, type DatabaseId, type Dataset } from './embedded.ts'
import { readNetwork, readPlace } from './layouts.ts'

/** The source of time zones that are derived from coordinates. */
const TIMEZONES: Dataset = {
  id: 'timezone',
  name: 'Time zone boundaries (timezone-boundary-builder, simplified by tz-lookup)',
  source: `npm:@photostructure/tz-lookup@${pkg.dependencies['@photostructure/tz-lookup']}`,
  licence: 'ODbL 1.0',
  licenceUrl: 'https://opendatacommons.org/licenses/odbl/1-0/',
  attribution: '© OpenStreetMap contributors',
  attributionUrl: 'https://www.openstreetmap.org/copyright',
  buildDate: '2026-09-16',
  records: null,
}

/** The place of an address. A field is null if the data do not have it. */
interface Place {
  country: string | null
  countryCode: string | null
  continent: string | null
  continentCode: string | null
  region: string | null
  city: string | null
  latitude: number | null
  longitude: number | null
  /** An IANA time zone: from the data, otherwise from the coordinates. */
  timezone: string | null
}

/** Returns the place in a record, in a language. A record without a place is the same in all languages. */
function placeOf(record: unknown, locale: Locale): Place {
  const raw = readPlace(record, locale)
  const country = raw.countryCode === null ? null : countryName(raw.countryCode, locale)
  const countryCode = country === null ? null : raw.countryCode
  const continentCode = countryCode === null ? null : continentOf(countryCode)
  const { region, city, latitude, longitude } = raw
  return {
    country,
    countryCode,
    continent: continentCode === null ? null : continentName(continentCode, locale),
    continentCode,
    region,
    city,
    latitude: longitude === null ? null : latitude,
    longitude: latitude === null ? null : longitude,
    timezone: raw.timezone ?? (latitude === null || longitude === null ? null : tzLookup(latitude, longitude)),
  }
}

const NOWHERE = placeOf(null, 'en')

/** The address that an answer is about, and the date of the data that it uses. */
interface Subject {
  readonly ip: string
  readonly ipVersion: 4 | 6
  readonly dataDate: string
}

/** The holder of the network that an address is in. */
interface Holder {
  readonly asn: number | null
  readonly organization: string | null
}

interface Network extends Holder {
  /** The announced block that contains the address, in CIDR notation. */
  prefix: string | null
}

export const REGISTRIES = ['AFRINIC', 'APNIC', 'ARIN', 'LACNIC', 'RIPE NCC'] as const
type Registry = (typeof REGISTRIES)[number]

/** An operator's file that cannot be used; the message says which and why. */
export class DataFileError extends Misfit {
  constructor(
    readonly database: 'city' | 'network',
    { en, ko }: Both,
  ) {
    super(en, ko)
  }
}

/** The data that an operator names instead of the embedded ones: the files win over the folder. */
interface DataFiles {
  readonly city: string | null
  readonly network: string | null
  /** The folder that `doorstep data update` writes. */
  readonly dir?: string | null
}

type City = Readonly<Record<Locale, Facts<Place>>>

function cityOf(database: Database): City {
  const factsIn = (locale: Locale) => new Facts(database, (record) => placeOf(record, locale), NOWHERE)
  return { en: factsIn('en'), ko: factsIn('ko') }
}

function holdersOf(database: Database): Facts<Holder> {
  return new Facts(database, readNetwork, NOBODY)
}

/** All IP data, read only from this machine. */
export class IpData {
  #city: City
  #network: Facts<Holder>
  #registry: Database
  readonly #files: DataFiles
  /** Parts of the folder that could not be used at the start, a sentence each: the embedded data are used instead. */
  readonly dirFaults: readonly Both[]

  /** Throws a DataFileError if a file cannot be read. A folder never stops the start. */
  constructor(files: DataFiles) {
    const { databases, faults } = openDir(files)
    this.#files = files
    this.dirFaults = faults
    this.#city = cityOf(open('city', files.city, databases))
    this.#network = holdersOf(open('network', files.network, databases))
    this.#registry = open('registry', null, databases)
  }

  /** Rereads one of the operator's files. If that fails, nothing changes and a DataFileError is thrown. */
  reload(database: 'city' | 'network'): void {
    const opened = open(database, this.#files[database], {})
    if (database === 'city') this.#city = cityOf(opened)
    else this.#network = holdersOf(opened)
  }

  /**
   * Takes what the folder has now, all of it at once: no answer mixes two versions. If something there cannot be used, nothing changes
   * and an Error is thrown.
   */
  renew(): void {
    const { databases, faults } = openDir(this.#files)
    const { en, ko } = joinedBy('; ', faults)
    if (faults.length > 0) throw new Misfit(en, ko)
    const { city, network } = this.#files
    const registry = open('registry', null, databases)
    const holders = network === null ? holdersOf(open('network', null, databases)) : this.#network
    if (city === null) this.#city = cityOf(open('city', null, databases))
    this.#network = holders
    this.#registry = registry
  }

  /** The same object may be returned again: it is not to be changed. */
  place(address: Address, locale: Locale): Place {
    const facts = this.#city[locale]
    return facts.of(facts.database.find(address))
  }

  /** The same as a part of an answer. */
  placePart(address: Address, locale: Locale): Joined<Place> {
    return this.#city[locale].partAt(address)
  }

  network(address: Address): Network {
    const found = this.#network.database.find(address)
    const { asn, organization } = this.#network.of(found)
    const isUnknown = found === null || (asn === null && organization === null)
    return { asn, organization, prefix: isUnknown ? null : blockText(address, found.prefixLength) }
  }

  /** A network without its prefix, which takes longer than all the rest. The same object may be returned again: it is not to be changed. */
  holder(address: Address): Holder {
    return this.#network.of(this.#network.database.find(address))
  }

  /** The same as a part of an answer. */
  holderPart(address: Address): Joined<Holder> {
    return this.#network.partAt(address)
  }

  /** Returns the part of an answer that names its address and the date of its data. */
  subjectPart({ text, version }: Address, ...used: ('city' | 'network')[]): Joined<Subject> {
    // An address has nothing that would have to be escaped.
    return new Joined(`"ip":"${text}","ipVersion":${version},"dataDate":"${this.dateOf(...used)}"`)
  }

  /** The regional internet registry responsible for an address; inferred for legacy blocks (data/README.md). */
  registry(address: Address): Registry | null {
    const found = this.#registry.find(address)
    const record = found && this.#registry.read(found.record)
    const name = typeof record === 'object' && record !== null && 'registry' in record ? record.registry : null
    return REGISTRIES.find((candidate) => candidate === name) ?? null
  }

  /** The date of the data that an answer uses, the oldest if there are several. */
  dateOf(...used: ('city' | 'network')[]): string {
    let oldest = ''
    for (const id of used) {
      const { buildDate } = (id === 'city' ? this.#city.en : this.#network).database.dataset
      if (oldest === '' || buildDate < oldest) oldest = buildDate
    }
    return oldest
  }

  get #databases(): readonly Database[] {
    return [this.#city.en.database, this.#network.database, this.#registry]
  }

  /** The data in use, where they come from, and whether a file of the operator's own replaces them. */
  get datasets(): (Dataset & { readonly replaced: boolean; readonly origin: Origin })[] {
    const databases = this.#databases.map(({ dataset, origin }) => ({ ...dataset, replaced: origin === 'file', origin }))
    return [...databases, { ...TIMEZONES, replaced: false, origin: 'embedded' }]
  }

  /** Whether all embedded data in use are mapped, and not read into memory. */
  get mapped(): boolean {
    return this.#databases.every(({ origin, mapped }) => origin !== 'embedded' || mapped)
  }
}

const NOBODY: Holder = { asn: null, organization: null }

function openDir({ dir }: DataFiles): ReturnType<typeof openDataDir> {
  return dir ? openDataDir(dir) : { databases: {}, faults: [] }
}

function open(id: DatabaseId, path: string | null, ofDir: Partial<Record<DatabaseId, Database>>): Database {
  if (path === null || id === 'registry') return ofDir[id] ?? openEmbedded(id)
  try {
    return openFile(id, path)
  } catch (error) {
    throw new DataFileError(id, saidOf(path, error))
  }
}

const DAY_MS = 86_400_000

/** Describes the data in use with their ages, for `GET /api/data` and `doorstep data --json`. */
export function describeData({ datasets }: Pick<IpData, 'datasets'>) {
  const ageDays = (day: string) => Math.max(0, Math.floor((Date.now() - Date.parse(day)) / DAY_MS))
  return { datasets: datasets.map((dataset) => ({ ...dataset, ageDays: ageDays(dataset.buildDate) })) }
}

/** UN M49 area codes, under which Intl lists the continents. */
const CONTINENT_AREAS: Record<string, string> = { AF: '002', AN: 'AQ', AS: '142', EU: '150', NA: '003', OC: '009', SA: '005' }

/** CLDR's code for an unknown place. */
const UNKNOWN_REGION = 'ZZ'

/** Returns a country's name in a language, from the runtime's own CLDR data; null if the code is not a country. */
export function countryName(code: string, locale: Locale): string | null {
  return code === UNKNOWN_REGION ? null : regionName(code, locale)
}

/**
 * Corrections where the tables of `countries-list` differ from UN M49. The tables follow GeoNames for Antarctica, Taiwan and Kosovo,
 * which M49 does not place (AN, AS, EU), and for Cyprus (EU), which M49 puts in Western Asia; these are kept.
 */
const BY_M49 = { BV: 'SA', CC: 'OC', CX: 'OC', GS: 'SA', HM: 'OC', IO: 'AF', RU: 'EU', TF: 'AF', TL: 'AS' }

const CONTINENT_OF = new Map(Object.entries({ ...CONTINENTS, ...BY_M49 }))

/** Two letters: AF, AN, AS, EU, NA, OC or SA. */
export function continentOf(countryCode: string): string | null {
  return CONTINENT_OF.get(countryCode) ?? null
}

export function continentName(code: string, locale: Locale): string | null {
  const area = CONTINENT_AREAS[code]
  return area ? regionName(area, locale) : null
}

/** A CLDR lookup takes tens of microseconds, so each name is kept. */
const NAMES = { en: new Map<string, string | null>(), ko: new Map<string, string | null>() }
const DISPLAYS: Partial<Record<Locale, Intl.DisplayNames>> = {}

function regionName(code: string, locale: Locale): string | null {
  const known = NAMES[locale].get(code)
  if (known !== undefined) return known
  DISPLAYS[locale] ??= new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
  const name = DISPLAYS[locale].of(code) ?? null
  NAMES[locale].set(code, name)
  return name
}
