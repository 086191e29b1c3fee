import type { Built } from '../../../src/dataset/build.ts'
import { bundleParts, type Contents } from '../../../src/dataset/bundle.ts'
import { BUNDLE_HEAD_BYTES, HEAD, type Manifest, parseManifest } from '../../../src/ipdata/bundle.ts'
import type { DatabaseId } from '../../../src/ipdata/embedded.ts'
import { smallRangeFile } from './range-file.ts'

export const CREATED = new Date('2026-11-22T10:00:00Z')

/** The record of a place in the sources. */
export const SEOUL = {
  city: 'Seoul',
  country_code: 'KR',
  latitude: 37.5,
  longitude: 127,
  postcode: '',
  state1: 'Seoul',
  state2: '',
  timezone: '',
}
const RECORDS = {
  city: SEOUL,
  network: { autonomous_system_number: 64500, autonomous_system_organization: 'Example Net' },
  registry: { registry: 'APNIC' },
} as const

/** Returns a database of two networks, one of each family. */
export function smallDataset(id: DatabaseId): Built {
  const dataset = {
    id,
    name: `Example ${id}`,
    source: `${id}.csv`,
    licence: 'CC BY 4.0',
    licenceUrl: 'https://creativecommons.org/licenses/by/4.0/',
    attribution: 'Example',
    attributionUrl: 'https://example.com',
    buildDate: '2026-11-01',
    records: 2,
  }
  return { bytes: smallRangeFile({ '192.0.2.0/24': RECORDS[id], '2001:db8::/32': RECORDS[id] }, id), dataset }
}

/** Returns a whole data file. */
export function bundleOf(contents: Partial<Contents>): Buffer {
  return Buffer.concat(bundleParts({ created: CREATED, datasets: [], ...contents }).parts)
}

export const smallBundle = (): Buffer => bundleOf({ datasets: (['city', 'network', 'registry'] as const).map(smallDataset) })

/** Returns a changed copy of bytes. */
export function damaged(bytes: Buffer, change: (copy: Buffer) => unknown): Buffer {
  const copy = Buffer.from(bytes)
  change(copy)
  return copy
}

/** Returns a data file with another manifest, and the rest unchanged. */
export function rewritten(bytes: Buffer, change: (manifest: Manifest) => string): Buffer {
  const end = BUNDLE_HEAD_BYTES + bytes.readUInt32LE(HEAD.manifestBytes)
  const manifest = parseManifest(bytes.toString('utf8', BUNDLE_HEAD_BYTES, end))
  if (!manifest) throw new Error('the manifest cannot be read')
  const text = Buffer.from(change(manifest))
  const head = damaged(bytes.subarray(0, BUNDLE_HEAD_BYTES), (copy) => copy.writeUInt32LE(text.length, HEAD.manifestBytes))
  const start = manifest.datasets[0]?.offset ?? 0
  const gap = Buffer.alloc(Math.max(0, start - head.length - text.length))
  return Buffer.concat([head, text, gap, bytes.subarray(start)])
}
