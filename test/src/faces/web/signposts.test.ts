// The paths that browsers, crawlers and models try on every server.
import { describe, expect, test } from 'bun:test'
import { toolFiles } from '../../../../src/operations/registry/discover.ts'
import { bodyOf } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

const server = await sharedServer({ args: ['--public-origins', 'https://ip.example.com'] })
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${server.url}${path}`, { headers })

/** Returns whether a crawler may fetch a path: the longest rule that fits decides (RFC 9309, section 2.2.2). */
function mayCrawl(robots: string, path: string): boolean {
  const rules = [...robots.matchAll(/^(Allow|Disallow): (.*)$/gm)].map(([, verb, rule = '']) => ({ verb, rule }))
  const fitting = rules.filter(({ rule }) => (rule.endsWith('$') ? path === rule.slice(0, -1) : path.startsWith(rule)))
  return fitting.toSorted((one, other) => other.rule.length - one.rule.length)[0]?.verb === 'Allow'
}

test('/robots.txt lets crawlers see the page and what explains the API, and run nothing', async () => {
  const answer = await get('/robots.txt')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const robots = await answer.text()
  expect(robots).toStartWith('User-agent: *\n')
  for (const path of ['/', '/page/app.js', '/llms.txt', '/openapi.json', '/favicon.ico'])
    expect([path, mayCrawl(robots, path)]).toEqual([path, true])
  for (const path of ['/api/ip', '/api/tools', '/port/443', '/443', '/json', '/mcp', '/metrics', '/?ip=8.8.8.8'])
    expect([path, mayCrawl(robots, path)]).toEqual([path, false])
})

test('/favicon.ico is the icon of the page', async () => {
  const answer = await get('/favicon.ico')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  const icon = await answer.text()
  const document = await (await get('/', { accept: 'text/html' })).text()
  const [, shown = ''] = /rel="icon" href="data:image\/svg\+xml,([^"]*)"/.exec(document) ?? []
  expect(decodeURIComponent(shown)).toBe(icon)
})

describe('/llms.txt', () => {
  test('names every operation, where to find it and what it is for', async () => {
    const answer = await get('/llms.txt')
    const text = await answer.text()
    expect([answer.status, answer.headers.get('content-language')]).toEqual([200, 'en'])
    expect(text).toMatch(/^# doorstep\n\n> [^\n]+\n\n/)
    expect(text.length).toBeLessThan(6000)
    const { tools } = await bodyOf(await get('/api/tools'))
    expect(tools).toHaveLength(toolFiles().length)
    for (const { method, path, summary } of tools)
      expect(text).toContain(`- [${method} ${path}](https://ip.example.com${path}): ${summary}\n`)
    for (const path of ['/mcp', '/openapi.json', '/api/catalog']) expect(text).toContain(`](https://ip.example.com${path}): `)
  })

  test('is in Korean as well', async () => {
    expect(await (await get('/llms.txt', { 'accept-language': 'ko' })).text()).toContain('공유기')
  })
})
