import type { KeyObject } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { verifyBundle } from '../dataset/bundle/verify.ts'
import { bundleParts } from '../dataset/bundle/write.ts'
import { FILE_MAX_BYTES, MAGIC } from '../ipdata/bundle/layout.ts'
import { type Both, both } from '../platform/misfit.ts'
import { readOperatorFile } from '../platform/operator-file.ts'
import type { Dates } from './dates.ts'
import type { Obtained } from './obtain.ts'
import { type Building, buildFrom } from './raw.ts'
import { UpdateRefusal } from './refusal.ts'

/** The keys that an update trusts. */
export interface Trust {
  readonly keys: readonly KeyObject[]
  /** Whether a data file of this machine is taken without anybody's signature. */
  readonly unsigned: boolean
}

/** A data file that is ready to be put into the folder. */
export interface Prepared {
  readonly bytes: Buffer
  /** The key of its signature; null if none was required. */
  readonly signer: KeyObject | null
  /** Whether others have built and dated it. */
  readonly isPublished: boolean
  /** Oddities in the sources, in sentences. */
  readonly remarks: readonly Both[]
}

/**
 * Makes one data file of what an update is given: either one that somebody has built, or sources, which are built here. Throws an
 * UpdateRefusal.
 */
export async function prepare(files: readonly Obtained[], order: Trust & Building, dates: Dates): Promise<Prepared> {
  const [first, ...rest] = files
  if (!first) throw new UpdateRefusal('no file is named: --from FILE|URL', '파일을 지정하십시오: --from FILE|URL')
  const built = files.filter(({ path }) => isBundle(path))
  if (built.length > 0 && rest.length > 0)
    throw new UpdateRefusal(
      'a data file is taken alone: name it once with --from',
      '데이터 파일은 하나만 지정할 수 있습니다. --from 옵션을 한 번만 쓰십시오',
    )
  if (built.length > 0 && order.date !== null)
    throw new UpdateRefusal(
      'a data file has its date; --date is for sources',
      '데이터 파일에는 날짜가 들어 있습니다. --date 옵션은 원본 파일에만 씁니다',
    )
  if (built.length > 0) return taken(first, order)
  if (order.keys.length > 0)
    throw new UpdateRefusal(
      `${first.name} is not a signed data file: with --data-key, nothing else is taken`,
      `${first.name} 파일은 서명된 데이터 파일이 아닙니다. --data-key 옵션을 쓰면 서명된 파일만 받아들입니다`,
    )
  const datasets = await buildFrom(files, order, dates)
  return {
    bytes: Buffer.concat(bundleParts({ created: new Date(), publisher: null, datasets, key: null }).parts),
    signer: null,
    isPublished: false,
    remarks: datasets.flatMap(({ dataset, remarks }) =>
      remarks.map(({ en, ko }) => both(`${dataset.id}: ${en}`, `${dataset.id}: ${ko}`)),
    ),
  }
}

function isBundle(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const start = Buffer.alloc(MAGIC.length)
    readSync(file, start)
    return start.toString('latin1') === MAGIC
  } finally {
    closeSync(file)
  }
}

/** Fails closed: nobody's word is taken for data that somebody else has built, but of who is named, or for a file of this machine. */
function taken({ name, path, isLocal }: Obtained, { keys, unsigned }: Trust): Prepared {
  if (keys.length === 0 && !(unsigned && isLocal)) {
    const otherwise = isLocal
      ? { en: ', or take it on your own word with --unsigned', ko: ' 서명 없이 받아들이려면 --unsigned 옵션을 쓰십시오.' }
      : { en: '', ko: '' }
    throw new UpdateRefusal(
      `${name} is a data file: name the public key of its publisher with --data-key FILE${otherwise.en}`,
      `${name} 파일은 데이터 파일입니다. --data-key FILE 옵션으로 배포자의 공개 키를 지정하십시오.${otherwise.ko}`,
    )
  }
  try {
    const bytes = readOperatorFile(path, FILE_MAX_BYTES)
    return { bytes, signer: verifyBundle(bytes, keys).signer, isPublished: true, remarks: [] }
  } catch (error) {
    throw UpdateRefusal.of(name, error)
  }
}
