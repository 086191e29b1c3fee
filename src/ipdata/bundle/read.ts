import { Misfit } from '../../platform/misfit.ts'
import type { DatabaseId } from '../embedded.ts'
import {
  aligned,
  type Entry,
  FILE_MAX_BYTES,
  HEAD,
  HEAD_BYTES,
  MAGIC,
  MANIFEST_MAX_BYTES,
  type Manifest,
  parseManifest,
  VERSION,
} from './manifest.ts'

/** The reason why a file is refused. */
type Fault = 'not-a-data-file' | 'other-version' | 'too-large' | 'cut' | 'bad-manifest' | 'damaged'

const KOREAN: Readonly<Record<Fault, string>> = {
  'not-a-data-file': 'doorstep의 데이터 파일이 아닙니다',
  'other-version': '이 버전의 doorstep에서 쓸 수 없는 데이터 파일입니다',
  'too-large': '파일이 너무 큽니다',
  cut: '파일이 중간에 잘렸습니다',
  'bad-manifest': '파일의 목록(manifest)이 잘못되었습니다',
  damaged: '손상된 파일입니다',
}

/** Says what is wrong with a file: the message continues a sentence that begins with its name. */
export class BundleRefusal extends Misfit {
  constructor(
    readonly fault: Fault,
    message: string,
  ) {
    super(message, KOREAN[fault])
  }
}

/** A data file as its head and its manifest describe it. The sums have not been checked: see src/dataset/bundle/verify.ts. */
export class Bundle {
  constructor(
    readonly manifest: Manifest,
    private readonly bytes: Buffer,
  ) {}

  /** The range file of a database, in place; null if the file does not have it. */
  bytesOf(id: DatabaseId): Buffer | null {
    const entry = this.entryOf(id)
    return entry ? this.bytes.subarray(entry.offset, entry.offset + entry.length) : null
  }

  /** The same if it has the sum that the manifest names; otherwise a BundleRefusal is thrown. */
  wholeOf(id: DatabaseId): Buffer | null {
    const range = this.bytesOf(id)
    if (range && new Bun.CryptoHasher('sha256').update(range).digest('hex') !== this.entryOf(id)?.sha256)
      throw new BundleRefusal('damaged', `is damaged: its ${id} data do not have the sum that the manifest names`)
    return range
  }

  entryOf(id: DatabaseId): Entry | undefined {
    return this.manifest.datasets.find((entry) => entry.id === id)
  }
}

/** Reads only the head and the manifest of a data file. Throws a BundleRefusal. */
export function readBundle(bytes: Buffer): Bundle {
  const manifestEnd = readHead(bytes)
  const manifest = parseManifest(textOf(bytes.subarray(HEAD_BYTES, manifestEnd)))
  if (!manifest) throw new BundleRefusal('bad-manifest', 'has a manifest that cannot be read')
  judgePlaces(manifest.datasets, manifestEnd, bytes.length)
  return new Bundle(manifest, bytes)
}

/** Returns where the manifest ends. */
function readHead(bytes: Buffer): number {
  if (bytes.length < HEAD_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw new BundleRefusal('not-a-data-file', 'is not a data file of doorstep')
  const version = bytes.readUInt32LE(HEAD.version)
  if (version !== VERSION) throw new BundleRefusal('other-version', `is a data file of version ${version}, not ${VERSION}`)
  if (bytes.length > FILE_MAX_BYTES)
    throw new BundleRefusal('too-large', `is larger than ${FILE_MAX_BYTES.toLocaleString('en')} bytes`)
  const manifestBytes = bytes.readUInt32LE(HEAD.manifestBytes)
  if (manifestBytes > MANIFEST_MAX_BYTES)
    throw new BundleRefusal('bad-manifest', `has a manifest of ${manifestBytes} bytes: at most ${MANIFEST_MAX_BYTES} are read`)
  const manifestEnd = HEAD_BYTES + manifestBytes
  if (manifestEnd > bytes.length) throw new BundleRefusal('cut', 'is cut')
  return manifestEnd
}

/**
 * Checks that the range files follow one another, each at the first aligned position after the one before it, and that the file ends with
 * the last.
 */
function judgePlaces(datasets: readonly Entry[], start: number, length: number): void {
  let end = start
  for (const entry of datasets) {
    if (entry.offset !== aligned(end))
      throw new BundleRefusal('bad-manifest', `has ${entry.id} data in a place where they cannot be`)
    end = entry.offset + entry.length
  }
  if (end > length) throw new BundleRefusal('cut', 'is cut')
  if (end < length) throw new BundleRefusal('damaged', `has ${(length - end).toLocaleString('en')} bytes behind its end`)
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return ''
  }
}
