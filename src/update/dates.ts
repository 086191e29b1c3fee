import type { Database } from '../ipdata/database.ts'
import { type DatabaseId, embeddedDataset } from '../ipdata/embedded.ts'
import type { Both } from '../platform/misfit.ts'
import { UpdateRefusal } from './refusal.ts'

const DAY_MS = 86_400_000
/** The time by which the clock of a publisher may be ahead. */
const AHEAD_MS = 2 * DAY_MS

/** Judges the dates of data by those in use. */
export class Dates {
  readonly #inFolder: Readonly<Partial<Record<DatabaseId, Database>>>
  readonly #folder: string
  readonly #older: Both[] = []
  #isOfFolder = false

  constructor(folder: string, inFolder: Readonly<Partial<Record<DatabaseId, Database>>>) {
    this.#folder = folder
    this.#inFolder = inFolder
  }

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
    this.#isOfFolder ||= this.#inFolder[id] !== undefined
    return false
  }

  inUse(id: DatabaseId): string {
    return this.#inFolder[id]?.dataset.buildDate ?? embeddedDataset(id).buildDate
  }

  /** Returns the reason for taking nothing, if all was older. */
  refusal(): UpdateRefusal {
    const command = `doorstep data rollback --data-dir ${this.#folder}`
    const back = this.#isOfFolder
      ? { en: ` (${command} returns to the data before those)`, ko: `. 이전 데이터로 되돌리는 명령: ${command}` }
      : { en: '', ko: '' }
    return new UpdateRefusal(
      `the data are older than those in use: ${this.#older.map(({ en }) => en).join('; ')}${back.en}`,
      `사용 중인 데이터보다 오래된 데이터입니다: ${this.#older.map(({ ko }) => ko).join('; ')}${back.ko}`,
    )
  }
}
