import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../server.ts'

const [shownBrands = '', shownUseCases = ''] = Array.from(
  readFileSync(join(ROOT, 'data', 'README.md'), 'utf8').matchAll(/```json\n(\[\n[\s\S]*?)```/g),
  ([, example = '']) => example,
)

/** The files of data/README.md, unchanged, and the least that the others need. */
export const EXAMPLES = { 'brands.json': shownBrands, 'services.json': shownUseCases } as const
export const [BRAND] = JSON.parse(shownBrands)
export const [USE_CASE] = JSON.parse(shownUseCases)
export const ISP = {
  id: 'acme-net',
  name: { en: 'Acme Net', ko: '애크미넷' },
  country: 'KR',
  equipment: 'acme-box',
  carrierNat: { usual: 'no', note: { en: 'No sharing.', ko: '주소를 공유하지 않습니다.' } },
}
export const PLATFORM = { id: 'other', name: { en: 'Anything else', ko: '그 밖의 기기' } }
export const DDNS = { id: 'acme-dns', name: { en: 'Acme DNS', ko: '애크미 DNS' }, suffixes: ['acme.example'], where: 'account' }

/** A second brand in addition to the example, so that lists have two. */
export const SECOND = { ...BRAND, id: 'second', name: { en: 'Second', ko: '두 번째' }, aliases: [] }

type Content = string | Uint8Array | object

export interface Folder extends Disposable {
  readonly path: string
  write(files: Record<string, Content>): void
}

/** Returns a folder with these files: text and bytes as they are, anything else as JSON. It is removed with its scope. */
export function catalogueFolder(files: Record<string, Content> = {}): Folder {
  const path = mkdtempSync(join(tmpdir(), 'doorstep-catalog-'))
  const write = (contents: Record<string, Content>) => {
    for (const [name, content] of Object.entries(contents)) {
      mkdirSync(join(path, name, '..'), { recursive: true })
      const isRaw = typeof content === 'string' || content instanceof Uint8Array
      writeFileSync(join(path, name), isRaw ? content : JSON.stringify(content, null, 2))
    }
  }
  write(files)
  return { path, write, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** Returns a folder whose second brand has this value at this place; undefined removes the field. */
export function brandsWith(field: string, value: unknown): Record<string, Content> {
  const entry = structuredClone(SECOND)
  const path = field.split('.')
  const last = path.pop() ?? ''
  const place = path.reduce((inner, part) => inner[part], entry)
  if (value === undefined) delete place[last]
  else place[last] = value
  return { 'brands.json': [BRAND, entry] }
}

export function portsWith(change: object): Record<string, Content> {
  return { 'services.json': [{ ...USE_CASE, ports: [{ ...USE_CASE.ports[0], ...change }] }] }
}
