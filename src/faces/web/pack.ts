import { ENCODINGS, type Encoding } from '../http/negotiation.ts'

/** A file of the page: the part of the pack for each of its encodings. */
interface PackedFile {
  readonly type: string
  readonly parts: Readonly<Record<Encoding, readonly [start: number, end: number]>>
}

/** Contents of a pack; `script`, `style`, `world` and those in `shared`, which `script` imports, are names of its files. */
export interface Index {
  readonly script: string
  readonly shared: readonly string[]
  readonly style: string
  readonly world: string
  readonly files: Readonly<Record<string, PackedFile>>
}

/** Packs the files of the page as one: a line of JSON with the place of each, then their bytes. */
export interface Pack {
  readonly index: Index
  bytesOf(file: PackedFile, encoding: Encoding): Uint8Array<ArrayBuffer>
}

export interface BuiltFile {
  readonly name: string
  readonly type: string
  readonly bytes: Readonly<Record<Encoding, Uint8Array>>
}

const LINE_FEED = 10

export function writePack(entries: Omit<Index, 'files'>, built: readonly BuiltFile[]): Uint8Array<ArrayBuffer> {
  const bodies: Uint8Array[] = []
  let at = 0
  const files = built.map(({ name, type, bytes }) => {
    const parts = ENCODINGS.map((encoding) => {
      const body = bytes[encoding]
      bodies.push(body)
      at += body.length
      return [encoding, [at - body.length, at]]
    })
    return [name, { type, parts: Object.fromEntries(parts) }]
  })
  const index = JSON.stringify({ ...entries, files: Object.fromEntries(files) })
  return Uint8Array.from(Buffer.concat([Buffer.from(`${index}\n`), ...bodies]))
}

export function readPack(pack: Uint8Array<ArrayBuffer>): Pack {
  const start = pack.indexOf(LINE_FEED) + 1
  // A seam: only the build writes packs, and it is of the same version.
  const index = JSON.parse(new TextDecoder().decode(pack.subarray(0, start))) as Index
  return {
    index,
    bytesOf({ parts }, encoding) {
      const [from, to] = parts[encoding]
      return pack.subarray(start + from, start + to)
    },
  }
}
