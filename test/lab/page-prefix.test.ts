// The page of the compiled file behind nginx, under a path of another site.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { freePort } from '../support/net/network.ts'
import { answered, browserAndServer, browserTest, LOOPBACK_CHECKED, takenOver, visit, watchBars } from '../support/page/page.ts'
import { openPrefixProxy, PREFIX } from '../support/page/proxies.ts'

const port = freePort()
// Where checks reach inside, a server answers only pages whose origin it knows.
const origins = ['--public-origins', `http://127.0.0.1:${port}`]
const world = browserAndServer({ args: [...LOOPBACK_CHECKED, ...origins] })

/** Lists every request from now on, as "status path"; a document that was there before is requested with its ETag. */
function listen(page: Page): string[] {
  const asked: string[] = []
  page.on('response', (response) => asked.push(`${response.status()} ${new URL(response.url()).pathname}`))
  return asked
}

browserTest('everything that the page loads and asks is found under the prefix, and streams come as they are made', async () => {
  const { browser, server } = await world()
  await using front = await openPrefixProxy({ upstream: server.port, port })
  const { page, said, foreign } = await visit(browser, front.url, { from: null })
  const asked = listen(page)
  await page.reload()
  await takenOver(page)
  await page.fill('#subject', '1')
  await page.click('.ask button')
  await page.waitForSelector('.next')
  await page.goto(`${front.url}#ping?host=127.0.0.2&count=10`)
  await page.waitForSelector('.form')
  const barsDrawn = await watchBars(page)
  await page.click('.form .main')
  await answered(page)
  // Ten replies take two seconds; a proxy that holds them back brings all at once.
  expect((await barsDrawn()).filter((count) => count > 0 && count < 10)).not.toEqual([])
  expect(await page.locator('.length rect').count()).toBe(10)
  await page.click('.below summary')
  await page.waitForSelector('.below pre')
  const lines = await page.locator('.below pre').allInnerTexts()
  expect(lines[0]).toStartWith(`${front.url}#ping`)
  expect(lines[1]).toContain(`${front.url}api/tools/ping`)
  await page.click('.language')
  await page.waitForFunction(() => document.querySelector('.lead')?.textContent?.includes('확인합니다'))
  await page.reload()
  await page.waitForSelector('.form')
  expect(asked.filter((line) => !/^(200|304) /.test(line) || !line.includes(` ${PREFIX}`))).toEqual([])
  for (const path of ['api/tools/reachability', 'api/tools/ping', 'api/tools']) expect(asked).toContain(`200 ${PREFIX}${path}`)
  expect({ said, foreign }).toEqual({ said: [], foreign: [] })
}, ['nginx'])
