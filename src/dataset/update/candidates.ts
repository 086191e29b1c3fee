import { readBundle } from '../../ipdata/bundle.ts'
import { type Database, databaseOf, openEmbedded } from '../../ipdata/database.ts'
import { type DatabaseId, embeddedDataset } from '../../ipdata/embedded.ts'
import { readNetwork, readPlace } from '../../ipdata/layouts.ts'
import type { Both } from '../../platform/misfit.ts'
import { type Address, parseAddress } from '../../policy/address.ts'
import { isPublicAddress } from '../../policy/admit.ts'
import { UpdateRefusal } from './obtain.ts'

export interface Replacement extends Judgement {
  readonly id: DatabaseId
  readonly buildDate: string
  readonly before: string
  readonly records: number | null
}

/**
 * Selects the datasets of a data file that may replace those in use. Datasets that are older than those in use are left out; all others
 * have to pass, or none is taken; those that are in use already are named, unless others have built the file, who may date the same data anew.
 * Throws an UpdateRefusal.
 */
export function candidatesIn(
  bytes: Buffer,
  dates: Dates,
  isPublished: boolean,
): { readonly replacements: readonly Replacement[]; readonly identical: readonly DatabaseId[] } {
  const bundle = readBundle(bytes)
  const identical: DatabaseId[] = []
  const replacements = bundle.manifest.datasets.flatMap(({ id, sha256: _, offset: __, length: ___, ...dataset }) => {
    const range = bundle.bytesOf(id)
    if (!range) return []
    const candidate = databaseOf({ dataset: { id, ...dataset }, bytes: range, mapped: false, origin: 'data-dir' })
    const embedded = openEmbedded(id)
    const inUse = dates.inFolder[id] ?? embedded
    const { buildDate, records } = candidate.dataset
    if (!dates.admit(id, buildDate)) return []
    if (!isPublished && candidate.sum === inUse.sum) {
      identical.push(id)
      return []
    }
    return { id, buildDate, before: dates.inUse(id), records, ...judge(id, candidate, inUse, embedded) }
  })
  if (replacements.length + identical.length === 0) throw dates.refusal()
  return { replacements, identical }
}

/** The least share of the networks in use: data that have lost more were cut somewhere, or are about something else. */
const NETWORKS_MIN = 0.95
const AGREEING_MIN = 0.98

interface Judgement {
  readonly canaries: number
  readonly agreeing: number
}

/** Compares data with those in use. Throws an UpdateRefusal if they cannot be what they claim to be. */
function judge(id: DatabaseId, candidate: Database, inUse: Database, embedded: Database): Judgement {
  const refuse = (en: string, ko: string) =>
    new UpdateRefusal(`the ${id} data are not taken: ${en}`, `${id} 데이터를 받아들이지 않습니다. ${ko}`)
  const { name, records } = candidate.dataset
  const before = inUse.dataset.records ?? embeddedDataset(id).records
  // Sources cut the same addresses into networks of different sizes.
  const isSameSource = name === inUse.dataset.name
  if (isSameSource && records !== null && before !== null && records < before * NETWORKS_MIN)
    throw refuse(
      `they have ${count(records)} networks, and those in use ${count(before)}: at least 95 % are required`,
      `네트워크가 ${count(records)}개로, 사용 중인 데이터(${count(before)}개)의 95%에 미치지 못합니다`,
    )
  const canaries = canariesOf(id, embedded)
  let [known, agreeing] = [0, 0]
  for (const address of canaries) {
    const answer = answerOf(id, candidate, address)
    if (answer !== null) known++
    if (answer === answerOf(id, embedded, address)) agreeing++
  }
  if (known < canaries.length * NETWORKS_MIN)
    throw refuse(
      `they know only ${count(known)} of ${count(canaries.length)} addresses that the embedded data know`,
      `내장된 데이터에 있는 주소 ${count(canaries.length)}개 중 ${count(known)}개만 있습니다`,
    )
  if (agreeing < canaries.length * AGREEING_MIN)
    throw refuse(
      `they agree with the embedded data on only ${count(agreeing)} of ${count(canaries.length)} addresses`,
      `주소 ${count(canaries.length)}개 중 ${count(agreeing)}개만 내장된 데이터와 일치합니다`,
    )
  return { canaries: canaries.length, agreeing }
}

function count(value: number): string {
  return value.toLocaleString('en')
}

const CANARIES = { 4: 800, 6: 200 } as const
/** A limit for data that know almost nothing. */
const TRIES_MAX = 400_000
/** Any number would do, as long as it stays the same. */
const SEED = 0x0d00_57e9
/** The first 16 bits of most IPv6 addresses in use: others would have to be drawn a million times to hit one that is. */
const IPV6_STARTS = [0x2001, 0x2400, 0x2401, 0x2402, 0x2403, 0x2404, 0x2405, 0x2406, 0x2407, 0x2408, 0x2409, 0x240e]
const MORE_IPV6_STARTS = [0x2600, 0x2601, 0x2603, 0x2604, 0x2605, 0x2606, 0x2607, 0x2620, 0x2800, 0x2803, 0x2804, 0x2806]
const EUROPEAN_IPV6_STARTS = [0x2a00, 0x2a01, 0x2a02, 0x2a03, 0x2a04, 0x2a05, 0x2a06, 0x2a07, 0x2a09, 0x2a0a, 0x2a0b, 0x2a10]
const STARTS = [...IPV6_STARTS, ...MORE_IPV6_STARTS, ...EUROPEAN_IPV6_STARTS]

/**
 * Returns what two versions of data must agree on: the country and not the city, which publishers move about from month to month; the
 * number of the network and not its name, whose spelling changes.
 */
export function answerOf(id: DatabaseId, database: Database, address: Address): string | number | null {
  const found = database.find(address)
  if (found === null) return null
  const record = database.read(found.record)
  if (id === 'city') return readPlace(record, 'en').countryCode
  if (id === 'network') return readNetwork(record).asn
  return typeof record === 'object' && record !== null && 'registry' in record ? String(record.registry) : null
}

/** Draws addresses evenly from the public ones that the data know: the same ones for the same data. */
export function canariesOf(id: DatabaseId, database: Database): Address[] {
  const draw = drawer(SEED)
  const chosen: Address[] = []
  for (const version of [4, 6] as const) {
    let missing: number = CANARIES[version]
    for (let tries = 0; missing > 0 && tries < TRIES_MAX; tries++) {
      const address = parseAddress(version === 4 ? Array.from({ length: 4 }, () => draw(256)).join('.') : ipv6(draw))
      if (!address || !isPublicAddress(address.text) || answerOf(id, database, address) === null) continue
      chosen.push(address)
      missing--
    }
  }
  return chosen
}

function ipv6(draw: Draw): string {
  const start = STARTS[draw(STARTS.length)] ?? 0
  return [start, ...Array.from({ length: 7 }, () => draw(65_536))].map((group) => group.toString(16)).join(':')
}

type Draw = (below: number) => number

/** Mulberry32: small, even enough, and the same on every machine. */
function drawer(seed: number): Draw {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

const DAY_MS = 86_400_000
/** The time by which the clock of a publisher may be ahead. */
const AHEAD_MS = 2 * DAY_MS

/** Judges the dates of data by those in use. */
export class Dates {
  readonly #older: Both[] = []
  #isOfFolder = false

  constructor(
    readonly folder: string,
    readonly inFolder: Readonly<Partial<Record<DatabaseId, Database>>>,
  ) {}

  /** Whether data of a day are to be taken, as far as the day goes. Throws an UpdateRefusal if it has not come yet. */
  admit(id: DatabaseId, day: string): boolean {
    if (Date.parse(day) > Date.now() + AHEAD_MS)
      throw new UpdateRefusal(
        `the ${id} data are not taken: their date, ${day}, has not come yet`,
        `${id} 데이터를 받아들이지 않습니다. 데이터의 날짜(${day})가 아직 되지 않았습니다`,
      )
    const before = this.inUse(id)
    if (day >= before) return true
    this.#older.push({ en: `${id} of ${day}, and in use is ${before}`, ko: `${id} ${day}(사용 중: ${before})` })
    this.#isOfFolder ||= this.inFolder[id] !== undefined
    return false
  }

  inUse(id: DatabaseId): string {
    return this.inFolder[id]?.dataset.buildDate ?? embeddedDataset(id).buildDate
  }

  refusal(): UpdateRefusal {
    const command = `doorstep data rollback --data-dir ${this.folder}`
    const back = this.#isOfFolder
      ? { en: ` (${command} returns to the data before those)`, ko: `. 이전 데이터로 되돌리는 명령: ${command}` }
      : { en: '', ko: '' }
    return new UpdateRefusal(
      `the data are older than those in use: ${this.#older.map(({ en }) => en).join('; ')}${back.en}`,
      `사용 중인 데이터보다 오래된 데이터입니다: ${this.#older.map(({ ko }) => ko).join('; ')}${back.ko}`,
    )
  }
}
