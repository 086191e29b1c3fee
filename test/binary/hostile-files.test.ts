// The compiled file with files of a hostile publisher or neighbour: memory stays small, and nothing ends the server.
import { afterAll, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'
import { nameOfBundle, putBundle, putState } from '../../src/dataset/update/obtain.ts'
import { EMPTY_STATE } from '../../src/ipdata/data-dir.ts'
import { bundleOf } from '../support/data/bundle.ts'
import { DataFiles, dataOf } from '../support/data/files.ts'
import { claimedList, mmdbWithField } from '../support/hostile/mmdb.ts'
import { measuredLine } from '../support/process/measured.ts'
import { startServer } from '../support/server.ts'

/** The embedded data are mapped, and counted where they were touched. */
const MEMORY_MAX_MIB = 300
const MIB = 1024 * 1024

const files = new DataFiles()
afterAll(() => files[Symbol.dispose]())

/** Zeros by the piece: what this process takes at its highest would count for its children. */
function packedZeros(mebibytes: number): Promise<Buffer> {
  const zeros = Buffer.alloc(MIB)
  const pieces = Array.from({ length: mebibytes }, () => zeros)
  return buffer(Readable.from(pieces).pipe(createGzip()))
}

test.each([
  ['claims.mmdb', mmdbWithField(() => claimedList(16_000_000)), 'has more than 10,000 values'],
  ['zeros.mmdb.gz', await packedZeros(512), 'unpacks to more than 24 times its size'],
])('%s is refused in little memory', async (name, bytes, why) => {
  const path = files.file(name, bytes)
  const updated = await measuredLine(['data', 'update', '--from', path, '--data-dir', files.dir])
  expect([updated.code, updated.err]).toEqual([1, expect.stringContaining(why)])
  expect(updated.memoryMiB).toBeLessThan(MEMORY_MAX_MIB)
})

const ADDRESSES = [...Array.from({ length: 109 }, (_, index) => `${index + 11}.20.30.${index + 11}`), '2001:4860:4860::8888']

test.each([[[]], [['--workers', '2']]])('data that change while they are in use change no answer: %j', async (args: string[]) => {
  using own = new DataFiles()
  const bytes = bundleOf({ datasets: [dataOf('city', '2026-11-01'), dataOf('network', '2026-11-01')] })
  const part = { file: nameOfBundle(bytes) }
  mkdirSync(own.dir)
  putBundle(own.dir, part.file, bytes)
  putState(own.dir, { ...EMPTY_STATE, inUse: { city: part, network: part } })
  await using server = await startServer({ args: ['--data-dir', own.dir, '--trusted-proxies', '127.0.0.1', ...args] })
  const ask = async (ip: string) =>
    await (await fetch(`${server.url}/api/ip/json`, { headers: { 'x-forwarded-for': ip } })).text()
  const before = await Promise.all(ADDRESSES.map(ask))
  for (const answer of before) expect(answer).toContain('"dataDate":"2026-11-01"')
  const path = join(own.dir, part.file)
  chmodSync(path, 0o600)
  const changes = [
    () => writeFileSync(path, Buffer.alloc(bytes.length, 0xff)),
    () => truncateSync(path, bytes.length / 2),
    () => truncateSync(path, 0),
    () => rmSync(path),
  ]
  for (const change of changes) {
    change()
    for (const [index, ip] of ADDRESSES.entries()) expect(await ask(ip)).toBe(before[index] ?? '')
  }
  expect(server.output.join('')).not.toContain('could not be mapped')
})
