// GET /api/catalog and --catalog-dir, as callers and operators meet them.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RECORD_TYPES } from '../../src/net/dns.ts'
import { bodyOf, FROM_SOURCE, ROOT, type Server, startServer } from '../support/server.ts'

const example = /```json\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'data', 'README.md'), 'utf8'))?.[1] ?? ''

let folder: string
let server: Server
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'doorstep-catalog-'))
  server = await startServer()
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const get = (at: Server, language: string) => fetch(`${at.url}/api/catalog`, { headers: { 'accept-language': language } })
const idsOf = (entries: { id: string }[]) => entries.map(({ id }) => id)

describe('GET /api/catalog', () => {
  test('lists what a caller can name', async () => {
    const body = await bodyOf(await get(server, 'en'))
    expect(Object.keys(body)).toEqual(['useCases', 'routerBrands', 'isps', 'recordTypes', 'platforms'])
    expect(idsOf(body.recordTypes)).toEqual([...RECORD_TYPES])
    for (const entries of Object.values<{ id: string; name: string; aliases: string[] }[]>(body)) {
      for (const { id, name, aliases } of entries) {
        expect(id).toMatch(/^[a-z0-9-]+$|^[A-Z]+$/)
        expect(name.trim()).not.toBe('')
        expect(aliases.every((alias) => alias.trim() !== '')).toBe(true)
      }
    }
    expect(body.useCases.find(({ id }: { id: string }) => id === 'plex')).toEqual({
      id: 'plex',
      name: 'Plex Media Server',
      aliases: ['plex', 'plex server'],
      category: 'media',
    })
    expect(body.routerBrands.find(({ id }: { id: string }) => id === 'asus')).toMatchObject({ name: 'ASUS', kind: 'retail' })
    expect(body.recordTypes[0]).toEqual({ id: 'A', name: 'IPv4 address', aliases: [] })
  })

  test('speaks the language of the reader, and may be read from every origin', async () => {
    const [en, ko] = [await get(server, 'en'), await get(server, 'ko-KR,ko;q=0.9,en;q=0.5')]
    expect([en.headers.get('content-language'), ko.headers.get('content-language')]).toEqual(['en', 'ko'])
    for (const answer of [en, ko]) {
      expect(answer.status).toBe(200)
      expect(answer.headers.get('vary')).toBe('Accept-Language')
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
    const [english, korean] = [await bodyOf(en), await bodyOf(ko)]
    for (const list of Object.keys(english)) expect(idsOf(korean[list])).toEqual(idsOf(english[list]))
    expect(JSON.stringify(english)).not.toMatch(/[가-힣]/)
    expect(korean.recordTypes.every(({ name }: { name: string }) => /[가-힣]/.test(name))).toBe(true)
    const plex = korean.useCases.find(({ id }: { id: string }) => id === 'plex')
    expect(plex).toMatchObject({ name: '플렉스 미디어 서버', aliases: ['플렉스', '플렉스 서버', 'plex', 'plex server'] })
  })
})

describe('--catalog-dir', () => {
  test('lays a folder over it', async () => {
    writeFileSync(join(folder, 'brands.json'), example)
    for (const start of [{ args: ['--catalog-dir', folder] }, { env: { DOORSTEP_CATALOG_DIR: folder } }]) {
      await using laid = await startServer(start)
      const { routerBrands, useCases } = await bodyOf(await get(laid, 'ko'))
      expect(routerBrands[0]).toEqual({ id: 'acme-box', name: '애크미 박스', aliases: ['애크미', 'acme'], kind: 'isp' })
      expect(idsOf(routerBrands)).toContain('iptime')
      expect(useCases.length).toBeGreaterThan(44)
    }
  })

  test.each([
    ['brands.json', '[{"id": "acme"}]', 'doorstep: --catalog-dir: brands.json: [0].name: is missing\n'],
    ['isps.json', '{', 'doorstep: --catalog-dir: isps.json: is not JSON ('],
    ['notes.txt', '', 'doorstep: --catalog-dir: notes.txt: is none of brands.json, use-cases.json, isps.json, platforms.json\n'],
  ])('stops the start where %s is wrong, with one line and exit code 2', async (name, content, line) => {
    const broken = mkdtempSync(join(tmpdir(), 'doorstep-catalog-'))
    writeFileSync(join(broken, name), content)
    const { code, err } = await runToEnd(['--catalog-dir', broken])
    rmSync(broken, { recursive: true })
    expect(code).toBe(2)
    expect(err).toStartWith(line)
    expect(err.trimEnd()).not.toContain('\n')
  })

  test('no such folder', async () => {
    const { code, err } = await runToEnd(['--catalog-dir', '/nonexistent'])
    expect([code, err]).toEqual([2, 'doorstep: --catalog-dir: "/nonexistent" is not a folder that can be read\n'])
  })
})

async function runToEnd(args: string[]): Promise<{ code: number; err: string }> {
  const child = Bun.spawn([...FROM_SOURCE, '--port', '0', ...args], { cwd: ROOT, stdout: 'ignore', stderr: 'pipe' })
  const err = await new Response(child.stderr).text()
  return { code: await child.exited, err }
}
