import { Joined } from '../contract/joined.ts'
import type { Locale } from '../contract/text.ts'
import { type Both, joinedBy, Misfit, saidOf } from '../platform/misfit.ts'
import { Recent } from '../platform/recent.ts'
import { type Address, blockText } from '../policy/address.ts'
import { openDataDir } from './data-dir.ts'
import { type Database, type FoundRecord, type Origin, openEmbedded, openFile, type RecordName } from './database.ts'
import type { DatabaseId, Dataset } from './embedded.ts'
import { Fragments } from './fragments.ts'
import { readNetwork } from './layouts.ts'
import { NOWHERE, type Place, placeOf, TIMEZONES } from './place.ts'

/** The address that an answer is about, and the date of the data that it uses. */
export interface Subject {
  readonly ip: string
  readonly ipVersion: 4 | 6
  readonly dataDate: string
}

/** The holder of the network that an address is in. */
export interface Holder {
  readonly asn: number | null
  readonly organization: string | null
}

export interface Network extends Holder {
  /** The announced block that contains the address, in CIDR notation. */
  prefix: string | null
}

export const REGISTRIES = ['AFRINIC', 'APNIC', 'ARIN', 'LACNIC', 'RIPE NCC'] as const
export type Registry = (typeof REGISTRIES)[number]

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
export interface DataFiles {
  readonly city: string | null
  readonly network: string | null
  /** The folder that `doorstep data update` writes. */
  readonly dir?: string | null
}

/** A dataset in use, and where it comes from. */
export interface DatasetInUse extends Dataset {
  /** Whether a file of the operator's own replaces it. */
  readonly replaced: boolean
  readonly origin: Origin
  readonly signedBy: string | null
}

/** An open database, with what was read of its recent records. Few are kept, so that they are dropped before the collector thinks they will stay. */
interface City {
  readonly database: Database
  readonly places: Record<Locale, Recent<RecordName, Place>>
  readonly parts: Record<Locale, Fragments<Place>>
}
interface Holders {
  readonly database: Database
  readonly holders: Recent<RecordName, Holder>
  readonly parts: Fragments<Holder>
}

const READ_KEPT = 512

const cityOf = (database: Database): City => {
  const partsIn = (locale: Locale) => new Fragments(database, (record) => placeOf(record, locale), NOWHERE)
  const places = { en: new Recent<RecordName, Place>(READ_KEPT), ko: new Recent<RecordName, Place>(READ_KEPT) }
  return { database, places, parts: { en: partsIn('en'), ko: partsIn('ko') } }
}
const holdersOf = (database: Database): Holders => ({
  database,
  holders: new Recent(READ_KEPT),
  parts: new Fragments(database, readNetwork, NOBODY),
})

/** All IP data, read only from this machine. */
export class IpData {
  #city: City
  #network: Holders
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
    const opened = {
      city: city === null ? cityOf(open('city', null, databases)) : this.#city,
      network: network === null ? holdersOf(open('network', null, databases)) : this.#network,
      registry: open('registry', null, databases),
    }
    this.#city = opened.city
    this.#network = opened.network
    this.#registry = opened.registry
  }

  /** The same object may be returned again: it is not to be changed. */
  place(address: Address, locale: Locale): Place {
    const { database, places } = this.#city
    const found = database.find(address)
    if (found === null) return NOWHERE
    return places[locale].get(found.record) ?? places[locale].add(found.record, placeOf(database.read(found.record), locale))
  }

  /** The same as a part of an answer. */
  placePart(address: Address, locale: Locale): Joined<Place> {
    return this.#city.parts[locale].at(address)
  }

  network(address: Address): Network {
    const found = this.#network.database.find(address)
    const { asn, organization } = this.#holderOf(found)
    const isUnknown = found === null || (asn === null && organization === null)
    return { asn, organization, prefix: isUnknown ? null : blockText(address, found.prefixLength) }
  }

  /** A network without its prefix, which takes longer than all the rest. The same object may be returned again: it is not to be changed. */
  holder(address: Address): Holder {
    return this.#holderOf(this.#network.database.find(address))
  }

  /** The same as a part of an answer. */
  holderPart(address: Address): Joined<Holder> {
    return this.#network.parts.at(address)
  }

  /** Returns the part of an answer that names its address and the date of its data. */
  subjectPart({ text, version }: Address, ...used: ('city' | 'network')[]): Joined<Subject> {
    // An address has nothing that would have to be escaped.
    return new Joined(`"ip":"${text}","ipVersion":${version},"dataDate":"${this.dateOf(...used)}"`)
  }

  #holderOf(found: FoundRecord | null): Holder {
    const { database, holders } = this.#network
    if (found === null) return NOBODY
    return holders.get(found.record) ?? holders.add(found.record, readNetwork(database.read(found.record)))
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
    let oldest: string | null = null
    for (const id of used) {
      const { buildDate } = (id === 'city' ? this.#city : this.#network).database.dataset
      if (oldest === null || buildDate < oldest) oldest = buildDate
    }
    return oldest ?? ''
  }

  get #databases(): readonly Database[] {
    return [this.#city.database, this.#network.database, this.#registry]
  }

  get datasets(): DatasetInUse[] {
    const databases = this.#databases.map(({ dataset, origin, signedBy }) => ({
      ...dataset,
      replaced: origin === 'file',
      origin,
      signedBy,
    }))
    return [...databases, { ...TIMEZONES, replaced: false, origin: 'embedded', signedBy: null }]
  }

  /** Whether all embedded data in use are mapped, and not read into memory. */
  get mapped(): boolean {
    return this.#databases.every(({ origin, mapped }) => origin !== 'embedded' || mapped)
  }
}

const NOBODY: Holder = { asn: null, organization: null }

const NOTHING = { databases: {}, faults: [] }

function openDir({ dir }: DataFiles): ReturnType<typeof openDataDir> {
  return dir ? openDataDir(dir) : NOTHING
}

function open(id: DatabaseId, path: string | null, ofDir: Partial<Record<DatabaseId, Database>>): Database {
  if (path === null || id === 'registry') return ofDir[id] ?? openEmbedded(id)
  try {
    return openFile(id, path)
  } catch (error) {
    throw new DataFileError(id, saidOf(path, error))
  }
}
