import { expect, test } from 'bun:test'
import { derTime } from '../../../../src/net/tls/certificate.ts'

const UTC = 23
const GENERALIZED = 24

test.each([
  // RFC 5280, section 4.1.2.5, and its bounds.
  [UTC, '260131235959Z', '2026-01-31T23:59:59.000Z'],
  [UTC, '491231235959Z', '2049-12-31T23:59:59.000Z'],
  [UTC, '500101000000Z', '1950-01-01T00:00:00.000Z'],
  [GENERALIZED, '20500101000000Z', '2050-01-01T00:00:00.000Z'],
  [GENERALIZED, '99991231235959Z', '9999-12-31T23:59:59.000Z'],
  [GENERALIZED, '20240229000000Z', '2024-02-29T00:00:00.000Z'],
  // Spellings that only X.680 allows: no seconds, offsets, fractions.
  [UTC, '4001010000Z', '2040-01-01T00:00:00.000Z'],
  [UTC, '400101000000+0900', '2039-12-31T15:00:00.000Z'],
  [UTC, '4001010000-0530', '2040-01-01T05:30:00.000Z'],
  [GENERALIZED, '2040010112', '2040-01-01T12:00:00.000Z'],
  [GENERALIZED, '204001011230', '2040-01-01T12:30:00.000Z'],
  [GENERALIZED, '20400101123045.789Z', '2040-01-01T12:30:45.000Z'],
  [GENERALIZED, '20400101123045,5+09', '2040-01-01T03:30:45.000Z'],
  // Years that JavaScript would take for others, and those that four digits cannot write.
  [GENERALIZED, '00300101000000Z', '0030-01-01T00:00:00.000Z'],
  [GENERALIZED, '00010101000000Z', '0001-01-01T00:00:00.000Z'],
  [GENERALIZED, '00991231235959Z', '0099-12-31T23:59:59.000Z'],
  [GENERALIZED, '00000101000000+0001', '-000001-12-31T23:59:00.000Z'],
  [GENERALIZED, '99991231235959-0001', '+010000-01-01T00:00:59.000Z'],
] as const)('%i %s is %s', (tag, text, moment) => {
  expect(derTime({ tag, body: Buffer.from(text) })?.toISOString()).toBe(moment)
})

test.each([
  [UTC, ''],
  [UTC, 'garbage'],
  [UTC, '261301000000Z'],
  [UTC, '260001000000Z'],
  [UTC, '260100000000Z'],
  [UTC, '250229000000Z'],
  [UTC, '260101240000Z'],
  [UTC, '260101006000Z'],
  [UTC, '260101000060Z'],
  [UTC, '260101000000'],
  [UTC, '260101000000+2400'],
  [UTC, '260101000000+0960'],
  [UTC, '260101000000Z '],
  [UTC, '260101000000Z\n'],
  [UTC, '20260101000000Z'],
  [GENERALIZED, '260101000000Z'],
  [GENERALIZED, '20260230000000Z'],
  [GENERALIZED, '100000101000000Z'],
  [GENERALIZED, `20260101000000.${'1'.repeat(100_000)}Z`],
  [22, '260101000000Z'],
] as const)('%i %.40s names no moment', (tag, text) => {
  expect(derTime({ tag, body: Buffer.from(text) })).toBeNull()
})
