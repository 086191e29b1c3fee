// The largest messages that the grammar allows, in growing sizes: they never cost more than a few milliseconds, and no more of them is kept
// than could be shown.
import { describe, expect, test } from 'bun:test'
import { answerOf } from '../../../../src/net/dns/answer.ts'
import { decodeMessage } from '../../../../src/net/dns/message.ts'
import { RECORD_TYPES, typeName } from '../../../../src/net/dns/rdata.ts'
import { Malformed } from '../../../../src/net/dns/reader.ts'
import { queryName } from '../../../support/dns/query-names.ts'
import { SHAPES, shaped } from '../../../support/dns/shapes.ts'

const SIZES = [4096, 8192, 16_384, 32_768, 65_535]
/** The fastest of some runs; measured on an idle machine it is below 7. */
const LIMIT_MS = 25
const RUNS = 8
const RECORDS_MAX = 512
/** For all values together: 32 KiB, plus the record that exceeds it. */
const CHARACTERS_MAX = 32 * 1024 + 80 * 1024
const ENDPOINT = { address: '192.0.2.53', port: 53 }

const NAME = 'www.shape.test'

function read(bytes: Buffer, type: number) {
  try {
    const outcome = decodeMessage(bytes)
    const isLocal = (name: string) => name.endsWith('.corp')
    const recordType = RECORD_TYPES.find((name) => name === typeName(type)) ?? 'A'
    return answerOf({ outcome, endpoint: ENDPOINT, elapsedMs: 1 }, queryName(NAME), recordType, isLocal)
  } catch (error) {
    if (error instanceof Malformed) return null
    throw error
  }
}

describe.each(Object.keys(SHAPES))('%s', (title) => {
  const type = SHAPES[title]?.type ?? 0

  test.each(SIZES)('of %d bytes is read in a few milliseconds', (size) => {
    const bytes = shaped(title, { name: NAME, type }, size)
    expect(bytes.length).toBeWithin(size * 0.9, size + 1)
    let fastest = Number.POSITIVE_INFINITY
    for (let run = 0; run < RUNS && fastest > LIMIT_MS; run++) {
      const started = performance.now()
      read(bytes, type)
      fastest = Math.min(fastest, performance.now() - started)
    }
    expect(fastest).toBeLessThan(LIMIT_MS)
  })

  test('is kept as far as it could be shown', () => {
    const answer = read(shaped(title, { name: NAME, type }, 65_535), type)
    if (!answer) return expect(title).toStartWith('more records')
    expect(answer.records.length).toBeLessThanOrEqual(RECORDS_MAX)
    expect(answer.referral.length).toBeLessThanOrEqual(8)
    expect(answer.extendedErrors.length).toBeLessThanOrEqual(16)
    expect(answer.values.join('').length).toBeLessThan(CHARACTERS_MAX)
    expect(JSON.stringify(answer).length).toBeLessThan(6 * CHARACTERS_MAX)
  })
})
