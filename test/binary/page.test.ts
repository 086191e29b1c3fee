// The page of the compiled file: its files are in it, and no process builds them.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { labTest } from '../support/lab.ts'
import { BEHIND_PROXY, BROWSER_NEEDS, openBrowser, VISITOR, visit } from '../support/page/page.ts'
import { startServer } from '../support/server.ts'

test('the document and every file that it names are in the executable, compressed', async () => {
  await using server = await startServer({ args: ['--trusted-proxies', '127.0.0.1'] })
  // To a visitor from the internet: at home there is no map.
  const headers = { accept: 'text/html', 'x-forwarded-for': '168.126.63.1' }
  const document = await (await fetch(server.url, { headers })).text()
  const paths = [...document.matchAll(/(?:href|src)="(page\/[^"]+)"/g)].map(([, path]) => path)
  expect(paths).toHaveLength(3)
  for (const path of paths) {
    const answer = await fetch(`${server.url}/${path}`, { headers: { 'accept-encoding': 'br' }, decompress: false })
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'br'])
    expect(brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).length).toBeGreaterThan(1000)
  }
})

test('whoever asks for the address only does not load the page', async () => {
  await using server = await startServer()
  const privateKilobytes = () => Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1])
  expect(await (await fetch(server.url)).text()).toBe('127.0.0.1\n')
  const before = privateKilobytes()
  await (await fetch(server.url, { headers: { accept: 'text/html' } })).text()
  expect(privateKilobytes()).toBeGreaterThan(before + 1000)
})

labTest('a browser shows it, and a tool answers', BROWSER_NEEDS, async () => {
  await using server = await startServer({ args: BEHIND_PROXY })
  await using browser = await openBrowser()
  const { page, said, foreign } = await visit(browser, server.url)
  expect(await page.textContent('.address')).toContain(VISITOR)
  await page.goto(`${server.url}/#ip-lookup?ip=8.8.8.8`)
  await page.waitForSelector('.form')
  await page.click('.form .main')
  await page.waitForSelector('.values')
  expect(await page.textContent('.values')).toContain('8.8.8.0/24')
  expect({ said, foreign }).toEqual({ said: [], foreign: [] })
})
