import type { KeyObject } from 'node:crypto'
import { sign } from '../../ipdata/bundle/keys.ts'
import { aligned, HEAD_BYTES, MAGIC, SIGNATURE_BYTES, VERSION } from '../../ipdata/bundle/layout.ts'
import { type Entry, type Manifest, parseManifest } from '../../ipdata/bundle/manifest.ts'
import type { Built } from '../build.ts'
import { Bytes } from '../packing/bytes.ts'

export interface Contents {
  readonly created: Date
  readonly publisher: string | null
  readonly datasets: readonly Built[]
  /** Null for a file without a signature. */
  readonly key: KeyObject | null
}

/** Returns the parts of a data file in order, so that all of it is not held in memory a second time. */
export function bundleParts(contents: Contents): { manifest: Manifest; parts: Buffer[] } {
  const { datasets, key } = contents
  const signatureBytes = key ? SIGNATURE_BYTES : 0
  const manifest = manifestOf(contents, signatureBytes)
  const text = Buffer.from(JSON.stringify(manifest))
  if (parseManifest(text.toString()) === null) throw new Error('what is said of the data cannot be put into a manifest')
  const head = new Bytes()
  head.put(Buffer.from(MAGIC))
  head.uint(VERSION, 4)
  head.uint(text.length, 4)
  head.uint(signatureBytes, 4)
  head.put(text)
  const parts = [head.all, ...(key ? [sign(head.all, key)] : [])]
  let end = head.length + signatureBytes
  for (const [index, { bytes }] of datasets.entries()) {
    const offset = manifest.datasets[index]?.offset ?? end
    parts.push(Buffer.alloc(offset - end), bytes)
    end = offset + bytes.length
  }
  return { manifest, parts }
}

/** Returns the manifest. It names the positions of the files, which depend on its own length: it is written again until it fits. */
function manifestOf({ created, publisher, datasets }: Contents, signatureBytes: number): Manifest {
  const described = datasets.map(({ bytes, dataset }) => ({
    ...dataset,
    sha256: new Bun.CryptoHasher('sha256').update(bytes).digest('hex'),
    length: bytes.length,
  }))
  const placed = (manifestBytes: number): Manifest => {
    let end = HEAD_BYTES + manifestBytes + signatureBytes
    const entries: Entry[] = described.map((dataset) => {
      const offset = aligned(end)
      end = offset + dataset.length
      return { ...dataset, offset }
    })
    return { created: created.toISOString(), publisher, datasets: entries }
  }
  let manifest = placed(0)
  for (let bytes = 0; bytes !== lengthOf(manifest); manifest = placed(bytes)) bytes = lengthOf(manifest)
  return manifest
}

function lengthOf(manifest: Manifest): number {
  return Buffer.byteLength(JSON.stringify(manifest))
}
