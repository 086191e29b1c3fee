import { describe, expect, test } from 'bun:test'
import { runLine } from '../../../support/process/command-line.ts'
import { bodyOf, startServer } from '../../../support/server.ts'

describe('tools and data', () => {
  test('print the answer of the HTTP API as JSON', async () => {
    await using server = await startServer()
    const answered = async (path: string, language = 'en') =>
      bodyOf(await fetch(`${server.url}${path}`, { headers: { 'accept-language': language } }))
    expect(JSON.parse((await runLine(['tools', '--json'])).out)).toEqual(await answered('/api/tools'))
    expect(JSON.parse((await runLine(['tools', '--json', '--lang', 'ko'])).out)).toEqual(await answered('/api/tools', 'ko'))
    expect(JSON.parse((await runLine(['data', '--json'])).out)).toEqual(await answered('/api/data'))
  })

  test('print a readable list', async () => {
    const { out } = await runLine(['tools'])
    expect(out).toContain('\nPaths:\n  ping                  Whether a public host answers ping, how fast, and how\n')
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect((await runLine(['tools'], { LANG: 'ko_KR.UTF-8' })).out).toContain('\n네트워크 경로:\n')
    expect((await runLine(['data'])).out).toMatch(/^id: +city\n[\s\S]*ageDays: +\d+\n\nid: +network\n/)
  })

  test('name a database that cannot be used', async () =>
    expect((await runLine(['data', '--city-db', '/nowhere'])).err).toMatch(/^doorstep: --city-db: [^\n]*\n$/))
})
