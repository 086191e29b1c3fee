// Range files: what is written is found again, at every boundary, and what is not a range file is refused.
import { describe, expect, test } from 'bun:test'
import { Reader, type Response } from 'mmdb-lib'
import { Bytes } from '../../../../src/dataset/packing/rows.ts'
import { checkRangeFile, writeRangeFile } from '../../../../src/dataset/packing/write.ts'
import { codeBytes, readCode } from '../../../../src/ipdata/ranges/find.ts'
import { type FlatRecord, HEAD, LENGTH_CODE, RECORD_CODE } from '../../../../src/ipdata/ranges/layout.ts'
import { isWhole, RangeFile } from '../../../../src/ipdata/ranges/open.ts'
import { smallMmdb } from '../../../support/data/mmdb.ts'
import { openBuilt, recordAt, smallRangeFile, smallSource } from '../../../support/data/range-file.ts'
import { randomBits, seededRandom, textOf } from '../../../support/data/sources.ts'
import { sampled, sampleName } from '../../../support/lab.ts'

/** Blocks of every length, many of them side by side, and records of several shapes. */
function randomEntries(seed: number, count: number): Record<string, FlatRecord> {
  const random = seededRandom(seed)
  const entries: Record<string, FlatRecord> = {}
  for (let made = 0; made < count; made++) {
    const version = random() < 0.5 ? 4 : 6
    const width = version === 4 ? 32 : 128
    const prefix = 1 + Math.floor(random() * width)
    // Mostly close to one another, so that blocks touch.
    const base = version === 4 ? 0x0900_0000n : 0x2001_0db8n << 96n
    const bits = random() < 0.2 ? randomBits(random, width) : base | randomBits(random, version === 4 ? 12 : 100)
    const size = 1n << BigInt(width - prefix)
    const first = bits - (bits % size)
    // The part below ::/96 is that of IPv4.
    if (version === 6 && first < 1n << 32n) continue
    entries[`${textOf(first, version)}/${prefix}`] = randomRecord(random)
  }
  return entries
}

function randomRecord(random: () => number): FlatRecord {
  const name = `name ${Math.floor(random() * 9)}`
  if (random() < 0.5) return { city: name, latitude: Math.fround(random() * 90), empty: '' }
  return { name, number: Math.floor(random() * 9), latitude: random() }
}

describe('a range file', () => {
  const seeds = Array.from({ length: 40 }, (_, seed) => seed)
  test.each(sampled(8, seeds))(sampleName('says what an MMDB of the same blocks says (%d)'), (seed) => {
    const entries = randomEntries(seed, 10 + seed * 20)
    const source = smallSource(entries)
    const bytes = writeRangeFile(source)
    // Every boundary of the tree from within...
    checkRangeFile(bytes, source)
    // ... and both sides of every block from without, by another reader.
    const ours = openBuilt(bytes)
    const theirs = new Reader<Response>(smallMmdb(entries))
    for (const cidr of Object.keys(entries)) {
      const version = cidr.includes(':') ? 6 : 4
      for (const ip of edgesOf(cidr, version)) {
        const [[mine, prefix], [expected, expectedPrefix]] = [ours.getWithPrefixLength(ip), theirs.getWithPrefixLength(ip)]
        expect({ ip, record: mine }).toEqual({ ip, record: expected })
        if (expected !== null) expect({ ip, prefix }).toEqual({ ip, prefix: expectedPrefix })
      }
    }
  })

  test('of one family has no records of the other', () => {
    const bytes = smallRangeFile({ '9.0.0.0/8': { name: 'nine' } })
    expect(recordAt(bytes, '9.255.255.255')).toEqual({ name: 'nine' })
    for (const ip of ['10.0.0.0', '8.255.255.255', '::', '::9.0.0.1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'])
      expect(recordAt(bytes, ip)).toBeNull()
  })

  test('keeps two halves of a block with the same record apart, as the source does', () => {
    const source = smallSource({ '9.9.8.0/24': { name: 'same' }, '9.9.9.0/24': { name: 'same' } })
    const bytes = writeRangeFile(source)
    checkRangeFile(bytes, source)
    expect(openBuilt(bytes).getWithPrefixLength('9.9.9.9')).toEqual([{ name: 'same' }, 24])
  })

  test('gives back every kind of value', () => {
    const records: FlatRecord[] = [
      { text: '서울', none: '', long: 'x'.repeat(254), longer: 'y'.repeat(255), longest: 'z'.repeat(70_000) },
      { text: 'other', none: '', long: 'a', longer: 'b', longest: 'c' },
      { number: 0, wide: 4_294_967_295, negative: -5, fraction: 0.1, float: 0.5, huge: 2 ** 60 },
      { number: 7, wide: 1, negative: 1, fraction: 2, float: 1, huge: 1 },
      { number: 'seven', wide: 1 },
      {},
    ]
    const entries = Object.fromEntries(records.map((record, index) => [`9.0.${index}.0/24`, record]))
    const bytes = smallRangeFile(entries)
    for (const [index, record] of records.entries()) {
      const found = recordAt(bytes, `9.0.${index}.1`)
      if (!Bun.deepEquals(found, record, true)) throw new Error(`${index}: ${Bun.inspect(found)} is not ${Bun.inspect(record)}`)
    }
  })
})

function edgesOf(cidr: string, version: 4 | 6): string[] {
  const [address = '', prefix = ''] = cidr.split('/')
  const width = version === 4 ? 32 : 128
  const first = bitsOf(address, version)
  const next = first + (1n << BigInt(width - Number(prefix)))
  return [first - 1n, first, next - 1n, next]
    .filter((bits) => bits >= (version === 4 ? 0n : 1n << 32n) && bits < 1n << BigInt(width))
    .map((bits) => textOf(bits, version))
}

function bitsOf(address: string, version: 4 | 6): bigint {
  return version === 4
    ? address.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)
    : address.split(':').reduce((sum, part) => (sum << 16n) | BigInt(`0x${part}`), 0n)
}

test.each([LENGTH_CODE, RECORD_CODE])('numbers of every length are read as they were written (%o)', (code) => {
  const second = code.short + (code.middle - code.short) * 256
  const third = second + (255 - code.middle) * 65_536
  const edges = [0, code.short, second, third, 2 ** 32 - 1].flatMap((edge) => [edge - 1, edge, edge + 1])
  for (const number of edges.filter((edge) => edge >= 0 && edge < 2 ** 32)) {
    const bytes = new Bytes()
    bytes.code(number, code)
    const view = new DataView(bytes.all.buffer, bytes.all.byteOffset, bytes.length)
    expect([number, readCode(view, 0, code), codeBytes(code, view.getUint8(0))]).toEqual([number, number, bytes.length])
  }
})

describe('what is not a range file', () => {
  const sound = smallRangeFile(randomEntries(3, 300))
  const changed = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(sound)
    change(bytes)
    return bytes
  }

  test.each<[what: string, bytes: Buffer, why: string]>([
    ['nothing', Buffer.alloc(0), 'is not a range file'],
    ['an MMDB', smallMmdb({ '9.0.0.0/8': { name: 'nine' } }), 'is not a range file'],
    ['another version', changed((bytes) => bytes.writeUInt32LE(2, HEAD.version)), 'is a range file of version 2, not 1'],
    ['a cut file', sound.subarray(0, -1), 'is cut'],
    ['a longer file', Buffer.concat([sound, Buffer.alloc(1)]), 'is cut'],
    ['a plan longer than the file', changed((bytes) => bytes.writeUInt32LE(2 ** 31, HEAD.planBytes)), 'is damaged'],
    ['a changed plan', changed((bytes) => bytes.writeUInt8(0x20, 40)), 'is damaged'],
    ['another end', changed((bytes) => bytes.fill(0, bytes.length - 4)), 'is cut'],
  ])('%s is refused', (_, bytes, why) => expect(() => new RangeFile(bytes)).toThrow(why))

  test('a changed body is noticed by its checksum; a lookup in it ends, within the file', () => {
    expect(isWhole(sound)).toBe(true)
    const body = sound.readUInt32LE(HEAD.planBytes) + 24
    const random = seededRandom(11)
    for (let count = 0; count < 300; count++) {
      const bytes = changed((copy) => {
        for (let place = 0; place < 20; place++)
          copy[body + Math.floor(random() * (copy.length - body - 13))] = Math.floor(random() * 256)
      })
      if (!bytes.equals(sound)) expect(isWhole(bytes)).toBe(false)
      const ours = openBuilt(bytes)
      for (const ip of ['9.0.0.1', '200.1.2.3', '2001:db8::1', 'fe80::1']) {
        try {
          ours.get(ip)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }
    }
  })
})
