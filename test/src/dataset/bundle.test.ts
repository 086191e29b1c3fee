import { describe, expect, test } from 'bun:test'
import { verifyBundle } from '../../../src/dataset/bundle.ts'
import { BUNDLE_HEAD_BYTES, BundleRefusal, HEAD, MAGIC, MANIFEST_MAX_BYTES } from '../../../src/ipdata/bundle.ts'
import { RangeFile } from '../../../src/ipdata/ranges/open.ts'
import { bundleOf, CREATED, damaged, rewritten, smallBundle, smallDataset } from '../../support/data/bundle.ts'
import { smallRangeFile } from '../../support/data/range-file.ts'
import { seededRandom } from '../../support/data/sources.ts'
import { samples, sampleTest } from '../../support/lab.ts'

/** Returns the reason why a file is refused; null if it is not. */
function faultOf(bytes: Buffer): string | null {
  try {
    verifyBundle(bytes)
    return null
  } catch (error) {
    if (error instanceof BundleRefusal) return error.fault
    throw error
  }
}

describe('a data file', () => {
  test('comes back as it was written, and each range file begins where it can be mapped', () => {
    const bundle = verifyBundle(smallBundle())
    expect(bundle.manifest.created).toBe(CREATED.toISOString())
    expect(bundle.manifest.datasets.map(({ id }) => id)).toEqual(['city', 'network', 'registry'])
    for (const { id, offset, length, ...rest } of bundle.manifest.datasets) {
      expect(offset % 65_536).toBe(0)
      expect(bundle.bytesOf(id)?.length).toBe(length)
      const { sha256, ...said } = rest
      expect([sha256.length, { id, ...said }]).toEqual([64, smallDataset(id).dataset])
    }
    expect(new RangeFile(bundle.bytesOf('network') ?? Buffer.alloc(0)).plan.id).toBe('network')
  })
})

describe('a file is refused that', () => {
  const whole = smallBundle()
  const end = BUNDLE_HEAD_BYTES + whole.readUInt32LE(HEAD.manifestBytes)

  test('is not a data file, is of another version, or ends early or late', () => {
    expect(faultOf(Buffer.alloc(0))).toBe('not-a-data-file')
    expect(faultOf(Buffer.from('PK\u0003\u0004'.repeat(1000)))).toBe('not-a-data-file')
    expect(faultOf(Buffer.from(MAGIC))).toBe('not-a-data-file')
    expect(faultOf(damaged(whole, (copy) => copy.writeUInt32LE(1, HEAD.version)))).toBe('other-version')
    for (const length of [BUNDLE_HEAD_BYTES, end - 1, end, end + 64, whole.length - 1])
      expect(faultOf(whole.subarray(0, length))).toBe('cut')
    expect(faultOf(Buffer.concat([whole, Buffer.from('x')]))).toBe('damaged')
  })

  test('was changed in its data', () => {
    const last = whole.length - 20
    expect(faultOf(damaged(whole, (copy) => copy.writeUInt8((whole[last] ?? 0) ^ 1, last)))).toBe('damaged')
  })

  test('has a manifest that is too long, or not JSON, or says what cannot be', () => {
    expect(faultOf(damaged(whole, (copy) => copy.writeUInt32LE(MANIFEST_MAX_BYTES + 1, HEAD.manifestBytes)))).toBe('bad-manifest')
    expect(faultOf(damaged(whole, (copy) => copy.writeUInt32LE(0xffff_ffff, HEAD.manifestBytes)))).toBe('bad-manifest')
    expect(faultOf(rewritten(whole, () => '['.repeat(20_000)))).toBe('bad-manifest')
    expect(faultOf(rewritten(whole, () => 'null'))).toBe('bad-manifest')
  })

  const datasets = [
    ['an unknown id', { id: 'weather' }],
    ['no name', { name: '' }],
    ['a text that moves the cursor', { attribution: 'a\u001b[2Jb' }],
    ['a text that turns the line round', { name: 'a\u202eb' }],
    ['a link that runs', { attributionUrl: 'javascript:alert(1)' }],
    ['a day that is not one', { buildDate: '2026-02-30' }],
    ['a sum that is not one', { sha256: 'abc' }],
    ['a place before its beginning', { offset: 0 }],
    ['a place far behind its end', { offset: 2 ** 52 }],
    ['a place that cannot be mapped', { offset: 65_537 }],
    ['a length below zero', { length: -1 }],
    ['a length beyond counting', { length: 1e300 }],
  ] as const
  test.each(datasets)('has %s in its manifest', (_, change) => {
    const changed = rewritten(whole, (manifest) => {
      const [first, ...rest] = manifest.datasets
      return JSON.stringify({ ...manifest, datasets: [{ ...first, ...change }, ...rest] })
    })
    expect(faultOf(changed)).toBe('bad-manifest')
  })

  test('has the same database twice, two in one place, or none', () => {
    const change = (datasets: (all: readonly object[]) => readonly unknown[]) =>
      faultOf(rewritten(whole, (manifest) => JSON.stringify({ ...manifest, datasets: datasets(manifest.datasets) })))
    expect(change((all) => [all[0], all[0], all[2]])).toBe('bad-manifest')
    expect(change((all) => [all[0], { ...all[1], offset: 65_536 }, all[2]])).toBe('bad-manifest')
    expect([change(() => []), change((all) => [...all, ...all])]).toEqual(['bad-manifest', 'bad-manifest'])
  })

  test('has other data than its manifest says, with the right sum', () => {
    const city = smallDataset('city')
    expect(faultOf(bundleOf({ datasets: [{ ...city, bytes: smallDataset('network').bytes }] }))).toBe('damaged')
    expect(faultOf(bundleOf({ datasets: [{ ...city, bytes: Buffer.from('not a range file') }] }))).toBe('damaged')
  })
})

const REWRITTEN = samples(300, 1200)

sampleTest('range files from a hostile publisher, with the right sums: none that is taken fails at any address', () => {
  const random = seededRandom(17)
  const networks = Array.from({ length: 40 }, (_, id) => [`172.16.${id * 3}.0/24`, { city: `Town ${id}`, n: id, far: 0.5 }])
  const whole = smallRangeFile({
    ...Object.fromEntries(networks),
    '10.0.0.0/8': { city: 'Seoul', n: 1, far: 0.25 },
    '10.1.0.0/16': { city: 'Busan', n: 2, far: 1 / 3 },
    '2001:db8::/32': { city: 'Ulsan', n: 3.5, far: 1 },
  })
  let taken = 0
  for (let round = 0; round < REWRITTEN; round++) {
    const bytes = changedRange(whole, random)
    const dataset = { ...smallDataset('city'), bytes }
    if (faultOf(bundleOf({ datasets: [dataset] })) !== null) continue
    taken++
    const file = new RangeFile(bytes)
    for (let probe = 0; probe < 20; probe++) {
      const word = () => Math.floor(random() * 2 ** 32)
      for (const words of [
        [word()],
        [0x0a01_0000 + probe],
        [0xac10_0000 + probe * 1000],
        [word(), word(), word(), word()],
        [0x2001_0db8, 0, 0, probe],
      ]) {
        const { record, prefixLength } = file.locate(words)
        if (record !== 0) file.record(record)
        if (prefixLength < 0 || prefixLength > words.length * 32) throw new Error(`round ${round}: a prefix of ${prefixLength}`)
      }
    }
  }
  expect(taken).toBeGreaterThan(REWRITTEN / 50)
  expect(taken).toBeLessThan(REWRITTEN * 0.96)
})

/** Changes the body, or a number in the plan, and sets everything that is computed from them right again. */
function changedRange(whole: Buffer, random: () => number): Buffer {
  const planEnd = HEAD_RANGE_BYTES + whole.readUInt32LE(16)
  const body = Buffer.from(whole.subarray(planEnd, whole.length - 'doorstep-city'.length))
  let plan = whole.toString('utf8', HEAD_RANGE_BYTES, planEnd)
  if (random() < 0.5) body[Math.floor(random() * body.length)] = Math.floor(random() * 256)
  else {
    const numbers = [...plan.matchAll(/(?<=[:,])\d+(?=[,}])/g)]
    const chosen = numbers[Math.floor(random() * numbers.length)]
    const odd = ['0', '1', '2', '3', '-1', '255', '65536', '4294967295', '1e9', '1.5', 'null', '"x"', '[]']
    const value = odd[Math.floor(random() * odd.length)] ?? '0'
    if (chosen) plan = plan.slice(0, chosen.index) + value + plan.slice(chosen.index + chosen[0].length)
  }
  const sum = new Bun.CryptoHasher('sha256').update(body).digest('hex')
  const text = Buffer.from(plan.replace(/"sha256":"[^"]*"/, `"sha256":"${sum}"`))
  const head = Buffer.from(whole.subarray(0, HEAD_RANGE_BYTES))
  const bytes = Buffer.concat([head, text, body, Buffer.from('doorstep-city')])
  bytes.writeUInt32LE(bytes.length, 12)
  bytes.writeUInt32LE(text.length, 16)
  bytes.writeUInt32LE(Bun.hash.crc32(text), 20)
  return bytes
}
const HEAD_RANGE_BYTES = 24
