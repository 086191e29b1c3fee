// The lists of tools and of the catalogue, whole and with what a form needs.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Server, startServer } from '../../../support/server.ts'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server[Symbol.asyncDispose]())

type Entries = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

async function listsAt(path: string, locale = 'en'): Promise<Entries> {
  const reply = await fetch(`${server.url}${path}`, { headers: { 'accept-language': locale } })
  expect(reply.status).toBe(200)
  // A seam: both answer with lists of objects.
  return (await reply.json()) as Entries
}

test('without details, tools have what a form needs, and are a third as long', async () => {
  const { tools: brief = [] } = await listsAt('/api/tools?details=off')
  const { tools: whole = [] } = await listsAt('/api/tools')
  expect(brief.map(({ name, request }) => [name, request])).toEqual(whole.map(({ name, request }) => [name, request]))
  const fields = ['name', 'title', 'method', 'path', 'summary', 'group', 'policy', 'request', 'good', 'details']
  for (const tool of brief) expect(Object.keys(tool)).toEqual(fields)
  expect(JSON.stringify(brief).length).toBeLessThan(JSON.stringify(whole).length / 3)
})

test.each(['en', 'ko'])('without details, the catalogue has ids and names (%s)', async (locale) => {
  const [brief, whole] = [await listsAt('/api/catalog?details=off', locale), await listsAt('/api/catalog', locale)]
  const named = Object.entries(whole).map(([list, entries]) => [list, entries.map(({ id, name }) => ({ id, name }))])
  expect(brief).toEqual(Object.fromEntries(named))
})

test('details are all there by default, and another word is refused', async () => {
  expect(await listsAt('/api/catalog?details=on')).toEqual(await listsAt('/api/catalog'))
  for (const path of ['/api/tools', '/api/catalog']) {
    const refused = await fetch(`${server.url}${path}?details=some`)
    expect([refused.status, refused.headers.get('doorstep-code')]).toEqual([422, 'invalid-request'])
  }
})
