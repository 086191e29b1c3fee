import { aligned, type Entry, HEAD_BYTES, MAGIC, type Manifest, parseManifest, VERSION } from '../../ipdata/bundle/manifest.ts'
import type { Built } from '../build.ts'
import { Bytes } from '../packing/rows.ts'

export interface Contents {
  readonly created: Date
  readonly datasets: readonly Built[]
}

/** Returns the parts of a data file in order, so that all of it is not held in memory a second time. */
export function bundleParts(contents: Contents): { manifest: Manifest; parts: Buffer[] } {
  const { datasets } = contents
  const manifest = manifestOf(contents)
  const text = Buffer.from(JSON.stringify(manifest))
  if (parseManifest(text.toString()) === null) throw new Error('what is said of the data cannot be put into a manifest')
  const head = new Bytes()
  head.put(Buffer.from(MAGIC))
  head.uint(VERSION, 4)
  head.uint(text.length, 4)
  head.put(text)
  const parts = [head.all]
  let end = head.length
  for (const [index, { bytes }] of datasets.entries()) {
    const offset = manifest.datasets[index]?.offset ?? end
    parts.push(Buffer.alloc(offset - end), bytes)
    end = offset + bytes.length
  }
  return { manifest, parts }
}

/** Returns the manifest. It names the positions of the files, which depend on its own length: it is written again until it fits. */
function manifestOf({ created, datasets }: Contents): Manifest {
  const described = datasets.map(({ bytes, dataset }) => ({
    ...dataset,
    sha256: new Bun.CryptoHasher('sha256').update(bytes).digest('hex'),
    length: bytes.length,
  }))
  const placed = (manifestBytes: number): Manifest => {
    let end = HEAD_BYTES + manifestBytes
    const entries: Entry[] = described.map((dataset) => {
      const offset = aligned(end)
      end = offset + dataset.length
      return { ...dataset, offset }
    })
    return { created: created.toISOString(), datasets: entries }
  }
  let manifest = placed(0)
  for (let bytes = 0; bytes !== lengthOf(manifest); manifest = placed(bytes)) bytes = lengthOf(manifest)
  return manifest
}

function lengthOf(manifest: Manifest): number {
  return Buffer.byteLength(JSON.stringify(manifest))
}
