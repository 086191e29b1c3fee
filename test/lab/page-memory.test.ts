// Memory of the page: in its address, in this tab, and in two languages. Nothing leaves this machine.
import { describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { axeFindings, browserAndServer, browserTest, HOME, LOOPBACK_CHECKED, takenOver, visit } from '../support/page/page.ts'

const world = browserAndServer({ args: LOOPBACK_CHECKED })

/** Returns a page of a home, and how often it has asked tools; the card of the router has others than these. */
async function open(hash = '', tools = ['reachability', 'port-check']) {
  const { browser, server } = await world()
  const visited = await visit(browser, `${server.url}/${hash}`, { from: HOME })
  let asked = 0
  visited.page.on('request', (request) => {
    if (request.method() === 'POST' && tools.some((tool) => request.url().endsWith(tool))) asked++
  })
  return { ...visited, server, asked: () => asked }
}

const hashOf = (page: Page) => page.evaluate(() => location.hash)
const entriesOf = (page: Page) => page.evaluate(() => history.length)

async function reload(page: Page): Promise<void> {
  await page.reload()
  await takenOver(page)
}

async function checkPort(page: Page, port: string): Promise<void> {
  await page.fill('#field-port', port)
  await page.click('.form .main')
  await answeredFor(page, port)
}

async function answeredFor(page: Page, port: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelector('.below') && document.querySelector('.verdict')?.textContent?.includes(` ${wanted} `),
    port,
  )
}

describe('the home question', () => {
  browserTest('is named in the address, and comes back with its result after a reload, in this tab alone', async () => {
    const { page, said, asked, server } = await open()
    const entries = await entriesOf(page)
    await page.fill('#subject', '1/tcp')
    await page.click('.ask button')
    await page.waitForSelector('.below')
    const verdict = await page.textContent('.verdict')
    expect([await hashOf(page), await entriesOf(page)]).toEqual(['#check?port=1&protocol=tcp', entries])
    await reload(page)
    await page.waitForSelector('.below')
    expect([await page.inputValue('#subject'), await page.textContent('.verdict'), asked()]).toEqual(['1/tcp', verdict, 1])
    expect(await page.textContent('.restored')).toMatch(/^This result is from \d{4}-\d\d-\d\d \d\d:\d\d\. Check again/)
    expect(await axeFindings(page)).toEqual([])
    const stored = await page.evaluate(() => Object.keys(localStorage))
    expect(stored.sort()).toEqual(['doorstep:tool:reachability'])
    // Another tab, or somebody else with the same link, gets the fields, and nothing runs.
    const other = await page.context().newPage()
    await other.goto(`${server.url}/#check?port=1&protocol=tcp`)
    await takenOver(other)
    await other.waitForFunction(() => document.querySelector<HTMLInputElement>('#subject')?.value === '1/tcp')
    expect(await other.locator('.outcome').count()).toBe(0)
    expect(said).toEqual([])
  })

  browserTest('keeps subject and result when one comes back, by the history or by the link to it', async () => {
    const { page, asked } = await open()
    await page.fill('#subject', '1')
    await page.click('.ask button')
    await page.waitForSelector('.below')
    await page.click('a[href="#tools"]')
    await page.waitForFunction(() => !document.querySelector('#subject'))
    await page.goBack()
    await page.waitForSelector('.below')
    expect([await hashOf(page), await page.inputValue('#subject')]).toEqual(['#check?port=1', '1'])
    await page.goForward()
    await page.waitForFunction(() => !document.querySelector('#subject'))
    await page.evaluate(() => Object.assign(location, { hash: '' }))
    await page.waitForSelector('.below')
    expect([await hashOf(page), await page.inputValue('#subject'), asked()]).toEqual(['#check?port=1', '1', 1])
    // A link to another check takes its place, without running.
    await page.evaluate(() => Object.assign(location, { hash: '#check?useCase=plex&routerBrand=iptime' }))
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#subject')?.value === 'plex')
    await page.waitForFunction(() => !document.querySelector('.outcome'))
    expect(asked()).toBe(1)
    await page.goBack()
    await page.waitForSelector('.below')
    expect([await page.inputValue('#subject'), asked()]).toEqual(['1', 1])
  })
})

describe('a tool', () => {
  browserTest(
    'is named with its fields, and the history brings back each of its results; to forget clears all of it',
    async () => {
      const { page, said, asked, server } = await open('#port-check')
      await page.waitForSelector('.form')
      await checkPort(page, '1')
      expect(await hashOf(page)).toStartWith('#port-check?port=1&')
      // From a link within the page on, there is another entry.
      await page.evaluate(() => Object.assign(location, { hash: '#port-check?port=2' }))
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#field-port')?.value === '2')
      expect(await page.locator('.outcome').count()).toBe(0)
      await checkPort(page, '2')
      await page.goBack()
      await answeredFor(page, '1')
      await page.goForward()
      await answeredFor(page, '2')
      await reload(page)
      await answeredFor(page, '2')
      expect(asked()).toBe(2)
      await page.click('.form .quiet-button')
      await page.waitForFunction(() => !document.querySelector('.outcome'))
      expect([await hashOf(page), page.url()]).toEqual(['#port-check', `${server.url}/#port-check`])
      const left = await page.evaluate(() => [sessionStorage.getItem('doorstep:runs'), Object.keys(localStorage)])
      expect(left).toEqual(['[]', []])
      await page.goBack()
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#field-port')?.value === '1')
      expect([await page.locator('.outcome').count(), said]).toEqual([0, []])
    },
  )

  browserTest('that another view opened runs once, and is not asked again by a reload', async () => {
    const { page, asked } = await open('#port-check?port=1', ['port-check', 'port-forward-plan'])
    await page.click('.form .main')
    await page.waitForSelector('.below')
    await page.click('.outcome button:has-text("Forward the port")')
    await page.waitForFunction(() => location.hash.startsWith('#port-forward-plan?'))
    await page.waitForSelector('.below')
    expect(asked()).toBe(2)
    await reload(page)
    await page.waitForSelector('.below')
    expect([await page.textContent('h1 code'), asked()]).toEqual(['port-forward-plan', 2])
  })
})

browserTest('a browser that keeps nothing still checks', async () => {
  const { browser, server } = await world()
  const { page, said } = await visit(browser, server.url, { from: HOME })
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    for (const name of ['sessionStorage', 'localStorage']) Object.defineProperty(globalThis, name, { get })
  })
  await page.goto(`${server.url}/?lang=en#check?port=1`)
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#subject')?.value === '1')
  await page.click('.ask button')
  await page.waitForSelector('.below')
  expect([page.url(), said]).toEqual([`${server.url}/?lang=en#check?port=1`, []])
})

describe('a result when the language changes', () => {
  browserTest('changes its words at once, both ways and after a reload, and asks nothing', async () => {
    const { page, said, asked } = await open('#port-check?port=1')
    await page.click('.form .main')
    await page.waitForSelector('.below')
    const before = await page.textContent('.verdict')
    await page.click('.language')
    await page.waitForFunction(() => /[가-힣]/.test(document.querySelector('.verdict')?.textContent ?? ''))
    expect(await page.locator('.verdict').evaluate((verdict) => verdict.closest('[lang]')?.getAttribute('lang'))).toBe('ko')
    expect([await page.locator('.other-language').count(), await axeFindings(page)]).toEqual([0, []])
    await reload(page)
    await page.waitForFunction(() => /[가-힣]/.test(document.querySelector('.verdict')?.textContent ?? ''))
    await page.click('.language')
    await page.waitForFunction((wanted) => document.querySelector('.verdict')?.textContent === wanted, before)
    expect([asked(), said]).toEqual([1, []])
  })

  browserTest('without the words of the other stays as it was asked for, says so, and runs again by one click', async () => {
    const { page, asked } = await open('#port-check?port=1')
    await page.route('**/api/tools/*', async (route) => {
      const { prefer: _, ...headers } = route.request().headers()
      await route.continue({ headers })
    })
    await page.click('.form .main')
    await page.waitForSelector('.below')
    const before = await page.textContent('.verdict')
    await page.click('.language')
    await page.waitForSelector('.other-language')
    expect([await page.textContent('.verdict'), asked()]).toEqual([before, 1])
    expect(await page.locator('.verdict').evaluate((verdict) => verdict.closest('[lang]')?.getAttribute('lang'))).toBe('en')
    expect(await page.textContent('.other-language')).toBe('이 결과는 영어로 표시되어 있습니다. 한국어로 다시 실행')
    expect(await axeFindings(page)).toEqual([])
    await page.click('.other-language button')
    await page.waitForFunction(() => /[가-힣]/.test(document.querySelector('.verdict')?.textContent ?? ''))
    expect([await page.locator('.other-language').count(), asked()]).toEqual([0, 2])
  })
})
