import type { Database } from '../ipdata/database.ts'
import { type DatabaseId, embeddedDataset } from '../ipdata/embedded.ts'
import { UpdateRefusal } from './refusal.ts'

const DAY_MS = 86_400_000
/** The time by which the clock of a publisher may be ahead. */
const AHEAD_MS = 2 * DAY_MS

/** Judges the dates of data by those in use. */
export class Dates {
  readonly #inFolder: Readonly<Partial<Record<DatabaseId, Database>>>
  readonly #folder: string
  readonly #older: string[] = []
  #isOfFolder = false

  constructor(folder: string, inFolder: Readonly<Partial<Record<DatabaseId, Database>>>) {
    this.#folder = folder
    this.#inFolder = inFolder
  }

  /** Whether data of a day are to be taken, as far as the day goes. Throws an UpdateRefusal if it has not come yet. */
  admit(id: DatabaseId, day: string): boolean {
    if (Date.parse(day) > Date.now() + AHEAD_MS)
      throw new UpdateRefusal(`the ${id} data are not taken: their date, ${day}, has not come yet`)
    const before = this.inUse(id)
    if (day >= before) return true
    this.#older.push(`${id} of ${day}, and in use is ${before}`)
    this.#isOfFolder ||= this.#inFolder[id] !== undefined
    return false
  }

  inUse(id: DatabaseId): string {
    return this.#inFolder[id]?.dataset.buildDate ?? embeddedDataset(id).buildDate
  }

  /** Returns the reason for taking nothing, if all was older. */
  refusal(): UpdateRefusal {
    const back = this.#isOfFolder ? ` (doorstep data rollback --data-dir ${this.#folder} returns to the data before those)` : ''
    return new UpdateRefusal(`the data are older than those in use: ${this.#older.join('; ')}${back}`)
  }
}
