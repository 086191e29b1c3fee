// "See from other places" in Chromium: a doorstep and other places on loopback, some of them slow or hostile.
import { expect } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { smallMmdb } from '../support/data/mmdb.ts'
import { busy, HOSTILE, silence, startEarlier, startPlace } from '../support/hostile/places.ts'
import { freePort } from '../support/net/network.ts'
import { answered, axeFindings, browserTest, openBrowser, overflow, PHONE, visit } from '../support/page/page.ts'
import { type Server, startServer } from '../support/server.ts'

const LOOPBACK = ['--host', '127.0.0.1', '--allow-targets', '127.0.0.0/8']
const LINES = '.elsewhere .values > div'
const BUTTON = '.elsewhere button'

/** Starts the doorstep of the page, which knows these places. */
function startHere(places: Readonly<Record<string, string>>, port = freePort()): Promise<Server> {
  const written = Object.entries(places).map(([name, url]) => `${name}=${url}`)
  return startServer({ args: [...LOOPBACK, '--port', `${port}`, '--places', written.join(',')] })
}

/** Opens port-check on a page and has it answer. */
async function checked(browser: Browser, server: Server, port: number, locale: 'en' | 'ko' = 'en') {
  const seen = await visit(browser, `${server.url}/#port-check?port=${port}`, { from: null, locale, size: PHONE })
  await seen.page.click('.form .main')
  await answered(seen.page)
  return seen
}

async function sentenceOf(page: Page): Promise<string> {
  await page.waitForFunction(() => document.querySelector('.elsewhere [role=status]')?.textContent)
  return page.innerText('.elsewhere [role=status]')
}
const linesOf = async (page: Page) => (await page.locator(LINES).allInnerTexts()).map((text) => text.replace(/\s*\n\s*/, ': '))

browserTest('other places are asked after the click alone, and no others can be; one may be of before', async () => {
  const port = freePort()
  await using far = await startServer({ args: [...LOOPBACK, '--public-origins', `http://127.0.0.1:${port}`] })
  await using earlier = startEarlier(far.url)
  await using stranger = startPlace(() => Response.json({}))
  await using here = await startHere({ Seoul: far.url, 'Old <b>Oslo</b>': earlier.url }, port)
  await using browser = await openBrowser()
  const { page, said, foreign } = await checked(browser, here, far.port)
  expect(await page.innerText('.elsewhere')).toContain(
    'Your browser then sends this request to Seoul and Old <b>Oslo</b> as well.',
  )
  expect(await axeFindings(page)).toEqual([])
  expect([foreign, earlier.asked]).toEqual([[], []])
  await page.click(BUTTON)
  const [name] = [`127.0.0.1:${port}`]
  expect(await sentenceOf(page)).toBe(`Open from ${name}, Seoul, and Old <b>Oslo</b>.`)
  expect(await linesOf(page)).toEqual([`${name}: open`, 'Seoul: open', 'Old <b>Oslo</b>: open'])
  expect(foreign.toSorted()).toEqual([far.url, earlier.url].map((url) => `${url}/api/tools/port-check`).toSorted())
  expect([await axeFindings(page), await overflow(page), said]).toEqual([[], 0, []])
  const isBlocked = await page.evaluate(
    (url) =>
      fetch(url).then(
        () => false,
        () => true,
      ),
    stranger.url,
  )
  expect([isBlocked, stranger.asked]).toEqual([true, []])
  // A result of the history may be old.
  await page.reload()
  await page.waitForSelector('.restored')
  expect(await page.locator('.elsewhere').count()).toBe(0)
  // Nor is anything to compare in the answer of a tool that looks at nothing.
  await page.goto(`${here.url}/#ip-lookup?ip=8.8.8.8`)
  await page.click('.form .main')
  await answered(page)
  expect(await page.locator('.elsewhere').count()).toBe(0)
})

browserTest('what differs is said in the language of the page, and a place that refuses is not asked', async () => {
  const timeout = { tool: 'port-check', ip: '127.0.0.1', status: 'timeout', headline: 'Run this' }
  await using silent = startPlace(() => Response.json(timeout))
  await using full = startPlace(busy)
  await using here = await startHere({ 서울: silent.url, 부산: full.url })
  await using browser = await openBrowser()
  const { page } = await checked(browser, here, here.port, 'ko')
  await page.click(BUTTON)
  const name = `127.0.0.1:${here.port}`
  expect(await sentenceOf(page)).toStartWith(
    `${name}에서는 열려 있지만 서울에서는 응답이 없습니다. 포트는 열려 있으며, 접속하는 곳에 따라 차단되고 있습니다.`,
  )
  expect(await page.locator('.elsewhere li').first().innerText()).toStartWith('서울 쪽의 접속을 막는 설정을 찾으십시오. ')
  expect(await linesOf(page)).toEqual([`${name}: 열림`, '서울: 응답 없음', '부산: 확인하지 않음: 요청을 거부했습니다(HTTP 429)'])
  expect(await overflow(page)).toBe(0)
})

browserTest('a hostile place neither speaks nor becomes markup, whatever it sends', async () => {
  await using places = new AsyncDisposableStack()
  const hostile = Object.entries(HOSTILE).map(([name, answer]) => [name, places.use(startPlace(answer)).url] as const)
  await using here = await startHere(Object.fromEntries(hostile))
  await using browser = await openBrowser()
  const { page, foreign } = await checked(browser, here, here.port)
  const opened: string[] = []
  page.on('dialog', (dialog) => opened.push(dialog.message()))
  const elements = () => page.locator('.elsewhere *').evaluateAll((all) => all.map((one) => one.tagName.toLowerCase()))
  await page.click(BUTTON)
  expect(await sentenceOf(page)).toBe(`Only 127.0.0.1:${here.port} could look, so there is nothing to compare.`)
  const lines = await linesOf(page)
  expect(
    lines
      .slice(1)
      .map((line) => line.split(': ').slice(1).join(': '))
      .toSorted(),
  ).toEqual(
    [
      ...hostile.slice(1).map(() => 'not asked: what it sent is not an answer'),
      'not asked: it cannot be reached from here',
    ].toSorted(),
  )
  expect(await page.innerText('body')).not.toMatch(/curl evil|onerror/)
  expect([...new Set(await elements())].toSorted()).toEqual(['dd', 'div', 'dl', 'dt', 'p'])
  expect([opened, foreign.filter((url) => url.includes('evil')), await axeFindings(page)]).toEqual([[], [], []])
})

browserTest('a slow place holds back nothing but its own line, and is given up after 15 seconds', async () => {
  const port = freePort()
  await using far = await startServer({ args: [...LOOPBACK, '--public-origins', `http://127.0.0.1:${port}`] })
  await using slow = startPlace(silence)
  await using here = await startHere({ Slow: slow.url, Far: far.url }, port)
  await using browser = await openBrowser()
  const { page } = await checked(browser, here, here.port)
  await page.clock.install()
  await page.click(BUTTON)
  await page.waitForFunction((lines) => document.querySelectorAll(lines)[2]?.textContent === 'Faropen', LINES)
  expect((await linesOf(page))[1]).toBe('Slow: asking ...')
  await page.clock.fastForward(15_000)
  expect(await sentenceOf(page)).toBe(`Open from 127.0.0.1:${port} and Far. Nothing is known from Slow.`)
  expect((await linesOf(page))[1]).toBe('Slow: not asked: no answer within 15 s')
  expect(slow.asked).toEqual(['/api/tools/port-check'])
})

browserTest('the ways from several places are drawn on one map, each with its number and its countries', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-ways-'))
  await using undo = new AsyncDisposableStack()
  undo.defer(() => rmSync(folder, { recursive: true }))
  const dataOf = (name: string, place: Record<string, string | number>) => {
    const file = join(folder, name)
    writeFileSync(file, smallMmdb({ '127.0.0.0/24': place }))
    return ['--city-db', file]
  }
  const [seoul, tokyo] = [
    dataOf('seoul', { country_code: 'KR', city: 'Seoul', latitude: 37.57, longitude: 126.98 }),
    dataOf('tokyo', { country_code: 'JP', city: 'Tokyo', latitude: 35.69, longitude: 139.69 }),
  ]
  const port = freePort()
  const origins = ['--public-origins', `http://127.0.0.1:${port}`]
  await using far = await startServer({ args: [...LOOPBACK, ...origins, ...tokyo] })
  await using wild = startPlace(() => Response.json(WILD_WAY))
  const places = `Far=${far.url},Wild <b>=${wild.url}`
  await using _here = await startServer({ args: [...LOOPBACK, ...seoul, '--port', `${port}`, '--places', places] })
  await using browser = await openBrowser()
  const { page, said } = await visit(browser, `http://127.0.0.1:${port}/#traceroute?host=127.0.0.2`, { from: null, size: PHONE })
  await page.click('.form .main')
  await answered(page)
  await page.click(BUTTON)
  await sentenceOf(page)
  const map = page.locator('.elsewhere .map')
  expect(await map.getAttribute('aria-label')).toBe(`The ways from 127.0.0.1:${port}, Far, and Wild <b> on a map of the world`)
  expect(await map.locator('text').allTextContents()).toEqual(['1', '2', '3'])
  const listed = page.locator('.elsewhere .block-map li')
  expect(await listed.allInnerTexts()).toEqual([`127.0.0.1:${port}: South Korea`, 'Far: Japan', 'Wild <b>: Germany'])
  const colours = await listed.evaluateAll((all) => all.map((one) => getComputedStyle(one).color))
  const marks = await map.locator('g:has(> text) > .mark').evaluateAll((all) => all.map((one) => getComputedStyle(one).fill))
  expect([new Set(colours).size, marks]).toEqual([3, colours])
  expect([await axeFindings(page), await overflow(page), said]).toEqual([[], 0, []])
})

/** A way that no place has seen: what is not a place on earth is left out, and so is what is not the code of a country. */
const WILD_WAY = {
  tool: 'traceroute',
  reached: true,
  address: '127.0.0.2',
  hops: [
    null,
    { latitude: 1e9, longitude: 0, countryCode: 'US' },
    { latitude: '1', longitude: 'NaN', countryCode: 'US' },
    { latitude: 50.1, longitude: 8.7, countryCode: 'DE' },
    { latitude: 50.1, longitude: 8.8, countryCode: '<b>Run this' },
    ...Array.from({ length: 5000 }, () => ({ latitude: 0, longitude: 0 })),
  ],
}
