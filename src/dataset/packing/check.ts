import { type Family, WORDS } from '../../ipdata/ranges/layout.ts'
import { isWhole, openRangeFile } from '../../ipdata/ranges/open.ts'
import { isRecord, type Ref, recordId } from '../mmdb/trie.ts'
import { visitLeaves } from './entries.ts'
import type { RecordTree } from './write.ts'

/**
 * Reads a file that was just written as the server reads it, at the first and the last address of every network of its source and of every gap between
 * them: the same record, equal in every value, and the same prefix. Throws at the first difference. `step` is called for each network.
 */
export function checkRangeFile(bytes: Buffer, { trie, root, records }: RecordTree, step = () => {}): void {
  if (!isWhole(bytes)) throw new Error('the checksum is wrong')
  const file = openRangeFile(bytes)
  const numbers = new Uint32Array(records.length)
  const agree = (family: Family, words: readonly number[], ref: Ref, depth: number): void => {
    const { record, prefixLength } = file.locate(words)
    if (!isRecord(ref)) {
      if (record !== 0) throw new Error(`${where(family, words)} has a record, which the source does not have`)
      return
    }
    const id = recordId(ref)
    if (numbers[id] === 0) {
      if (!Bun.deepEquals(file.record(record), records[id], true)) throw new Error(`${where(family, words)} has another record`)
      numbers[id] = record
    }
    if (record !== numbers[id]) throw new Error(`${where(family, words)} has another record`)
    if (prefixLength !== depth) throw new Error(`${where(family, words)} has the prefix ${prefixLength}, not ${depth}`)
  }
  for (const family of [4, 6] as const) {
    const last = new Array<number>(WORDS[family]).fill(0)
    visitLeaves(trie, root, family, (ref, words, depth) => {
      if (isRecord(ref)) step()
      agree(family, words, ref, depth)
      putLast(words, depth, last)
      agree(family, last, ref, depth)
    })
  }
}

/** Puts the last address of the block of `depth` bits that begins at `words` into `last`. */
function putLast(words: readonly number[], depth: number, last: number[]): void {
  for (let index = 0; index < last.length; index++) {
    const fixed = depth - index * WORD_BITS
    const word = words[index] ?? 0
    last[index] = fixed >= WORD_BITS ? word : fixed <= 0 ? ALL_ONES : (word | (ALL_ONES >>> fixed)) >>> 0
  }
}

const WORD_BITS = 32
const ALL_ONES = 0xffff_ffff

function where(family: Family, words: readonly number[]): string {
  return `IPv${family} ${words.map((word) => word.toString(16).padStart(8, '0')).join('')}`
}
