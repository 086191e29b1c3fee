// GET /api/catalog and --catalog-dir, as callers and operators meet them.

import { describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { RECORD_TYPES } from '../../../../src/net/dns/rdata.ts'
import { PROGRAM } from '../../../support/executable.ts'
import { complaintOf } from '../../../support/process/plug-ins.ts'
import { BRAND, catalogueFolder, EXAMPLES, ISP, USE_CASE } from '../../../support/router/catalogue-folder.ts'
import { bodyOf, postTool, type Server, startServer } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

const server = await sharedServer()

const get = (at: Server, language: string) => fetch(`${at.url}/api/catalog`, { headers: { 'accept-language': language } })
const idsOf = (entries: { id: string }[]) => entries.map(({ id }) => id)

const both = (text: string) => ({ en: text, ko: text })

describe('GET /api/catalog', () => {
  test('lists what a caller can name', async () => {
    const body = await bodyOf(await get(server, 'en'))
    expect(Object.keys(body)).toEqual(['services', 'brands', 'providers', 'recordTypes', 'platforms'])
    expect(idsOf(body.recordTypes)).toEqual([...RECORD_TYPES])
    for (const entries of Object.values<{ id: string; name: string; aliases: string[] }[]>(body))
      for (const { id, name, aliases } of entries) {
        expect(id).toMatch(/^[a-z0-9-]+$|^[A-Z]+$/)
        expect(name.trim()).not.toBe('')
        expect(aliases.every((alias) => alias.trim() !== '')).toBe(true)
      }
    expect(body.services.find(({ id }: { id: string }) => id === 'plex')).toEqual({
      id: 'plex',
      name: 'Plex Media Server',
      aliases: ['plex', 'plex server'],
      category: 'media',
    })
    expect(body.brands.find(({ id }: { id: string }) => id === 'asus')).toMatchObject({ name: 'ASUS', kind: 'retail' })
    expect(body.recordTypes[0]).toEqual({ id: 'A', name: 'IPv4 address', aliases: [] })
  })

  test('answers in the language of the reader, to every origin', async () => {
    const [en, ko] = [await get(server, 'en'), await get(server, 'ko-KR,ko;q=0.9,en;q=0.5')]
    expect([en.headers.get('content-language'), ko.headers.get('content-language')]).toEqual(['en', 'ko'])
    for (const answer of [en, ko]) {
      expect([answer.status, answer.headers.get('vary')]).toEqual([200, 'Accept, Accept-Language, Accept-Encoding'])
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
    const [english, korean] = [await bodyOf(en), await bodyOf(ko)]
    for (const list of Object.keys(english)) expect(idsOf(korean[list])).toEqual(idsOf(english[list]))
    expect(JSON.stringify(english)).not.toMatch(/[가-힣]/)
    expect(korean.recordTypes.every(({ name }: { name: string }) => /[가-힣]/.test(name))).toBe(true)
    const plex = korean.services.find(({ id }: { id: string }) => id === 'plex')
    expect(plex).toMatchObject({ name: '플렉스 미디어 서버', aliases: ['플렉스', '플렉스 서버', 'plex', 'plex server'] })
  })
})

test('GET /api/catalog/schema has all schemas, and each alone: those that doorstep check --schema prints', async () => {
  const path = `${server.url}/api/catalog/schema`
  const all = await bodyOf(await fetch(path))
  expect(all).toEqual(JSON.parse(complaintOf(PROGRAM, ['check', '--schema']).out))
  expect(Object.keys(all)).toEqual(['brands.json', 'services.json', 'providers.json', 'platforms.json', 'ddns.json'])
  for (const [file, schema] of Object.entries(all)) {
    const answer = await fetch(`${path}/${file.replace('.json', '')}`)
    expect([answer.headers.get('access-control-allow-origin'), await bodyOf(answer)]).toEqual(['*', schema])
  }
  expect(all['brands.json'].items.required).toContain('id')
  expect(Object.keys(all['brands.json'].items.properties)).toEqual(
    expect.arrayContaining(Object.keys(JSON.parse(EXAMPLES['brands.json'])[0])),
  )
  expect((await fetch(`${path}/routers`)).status).toBe(404)
  expect((await fetch(path, { method: 'POST' })).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
})

describe('--catalog-dir', () => {
  test('with a mistake stops the start with exit code 2; the first line names the flag', () => {
    using folder = catalogueFolder({ 'brands.json': [{ ...BRAND, kind: 'box' }] })
    const { code, err } = complaintOf(PROGRAM, ['--port', '0', '--catalog-dir', folder.path])
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^doorstep: --catalog-dir: 1 mistake in .*\n {2}brands\.json:\d+: \[0\]\.kind /),
    ])
  })

  test('lays a folder over it', async () => {
    using folder = catalogueFolder({ 'brands.json': EXAMPLES['brands.json'] })
    for (const start of [{ args: ['--catalog-dir', folder.path] }, { env: { DOORSTEP_CATALOG_DIR: folder.path } }]) {
      await using laid = await startServer(start)
      const { brands, services } = await bodyOf(await get(laid, 'ko'))
      expect(brands[0]).toEqual({ id: 'acme-box', name: '애크미 박스', aliases: ['애크미', 'acme'], kind: 'isp' })
      expect(idsOf(brands)).toContain('iptime')
      expect(services.length).toBeGreaterThan(44)
    }
  })

  test('the safer way and the web page follow from fields, not from words in sentences', async () => {
    const [port] = USE_CASE.ports
    const risky = { ...USE_CASE, category: 'iot', recommended: false, risk: 'high' }
    using folder = catalogueFolder({
      'services.json': [
        { ...risky, id: 'worded', name: both('Worded'), aliases: [], saferAlternative: both('Ask for a VPN.') },
        { ...risky, id: 'fielded', name: both('Fielded'), aliases: [], saferAlternative: both('Ask.'), saferUse: 'wireguard' },
        {
          ...risky,
          id: 'paged',
          name: both('Paged'),
          aliases: [],
          saferAlternative: both('Ask.'),
          recommended: true,
          ports: [{ ...port, protocol: 'tcp', web: true }],
        },
      ],
    })
    await using laid = await startServer({ args: ['--catalog-dir', folder.path] })
    const saferOf = async (useCase: string) => {
      const { nextActions } = await bodyOf(await postTool(laid.url, 'port-forward-plan', { useCase }))
      return nextActions.find(({ code }: { code: string }) => code === 'use-safer-way')?.request?.useCase ?? null
    }
    expect([await saferOf('worded'), await saferOf('fielded'), await saferOf('paged')]).toEqual([
      null,
      'wireguard',
      'reverse-proxy',
    ])
  })

  test('is read again on SIGHUP, all of it or nothing, while requests are answered', async () => {
    using laid = catalogueFolder({ 'brands.json': [BRAND] })
    await using named = await startServer({ args: ['--catalog-dir', laid.path] })
    const first = async () => (await bodyOf(await get(named, 'en'))).brands[0].name
    expect(await first()).toBe('Acme Box')

    laid.write({ 'brands.json': [{ ...BRAND, name: { en: 'Acme Cube', ko: '애크미 큐브' } }], 'providers.json': [ISP] })
    await hangUp(named, 'catalogue merged')
    expect(await first()).toBe('Acme Cube')
    expect(named.output.findLast((line) => line.includes('catalogue merged'))).toContain(
      '"brands.json":"1 added, 0 replaced","providers.json":"1 added, 0 replaced"',
    )
    const plan = await bodyOf(await postTool(named.url, 'port-forward-plan', { useCase: 'plex', routerBrand: 'acme cube' }))
    expect(plan.router).toMatchObject({ id: 'acme-box', name: 'Acme Cube', known: true })

    laid.write({ 'brands.json': [{ ...BRAND, kind: 'box' }], 'providers.json': '[{' })
    await hangUp(named, 'stays in use')
    expect(await first()).toBe('Acme Cube')
    const { level, reason } = JSON.parse(named.output.find((line) => line.includes('stays in use')) ?? '{}')
    expect(level).toBe('error')
    expect(reason.split('\n')).toEqual([
      `2 mistakes in "${laid.path}"`,
      expect.stringMatching(/^ {2}brands\.json:\d+: \[0\]\.kind is "box", not one of /),
      '  providers.json:1:3: invalid JSON: expected "}"',
    ])

    rmSync(laid.path, { recursive: true })
    await hangUp(named, 'does not exist')
    expect(await first()).toBe('Acme Cube')
  })
})

/** Sends SIGHUP and waits until the log says this once more. */
async function hangUp(named: Server, said: string): Promise<void> {
  const count = () => named.output.filter((line) => line.includes(said)).length
  const before = count()
  named.kill('SIGHUP')
  for (let waits = 0; count() === before && waits < 200; waits++) await Bun.sleep(20)
  expect(count()).toBe(before + 1)
}
