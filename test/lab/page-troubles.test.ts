// The page of the compiled file when the way to the server, or the server itself, goes away and comes back.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { freePort } from '../support/net/network.ts'
import { browserTest, HOME, LOOPBACK_CHECKED, openBrowser, visit } from '../support/page/page.ts'
import { openPrefixProxy } from '../support/page/proxies.ts'
import { postTool, type Server, startServer } from '../support/server.ts'
import { shared } from '../support/shared.ts'

const chromium = shared(() => openBrowser())

/** Starts a server whose resolvers never answer, so that a check of a name takes seconds; with further arguments. */
async function slowServer(...more: string[]): Promise<Server & AsyncDisposable> {
  const silent = await Bun.udpSocket({ hostname: '127.0.0.1', port: 0 })
  const resolvers = ['a', 'b', 'c'].map((id) => `${id}=127.0.0.1:${silent.port}`).join(',')
  const args = [...LOOPBACK_CHECKED, '--resolvers', resolvers, ...more]
  const server = await startServer({ args })
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      silent.close()
    },
  }
}

/** Has the page check a name, and returns when the steps before it have come and it is being looked up. */
async function startSlowCheck(page: Page): Promise<void> {
  await page.fill('#subject', '1')
  await page.click('.more summary')
  await page.fill('#reach-hostname', 'home.example.com')
  await page.click('.ask button')
  await page.waitForSelector('[role=log] p:nth-child(2)', { state: 'attached' })
}

const known = (page: Page) => page.locator('.step-ok, .step-unknown, .step-problem, .step-skipped').count()

for (const killed of ['proxy', 'server'] as const)
  browserTest(`the ${killed} is killed during a check: what had come stays, and can be asked for again`, async () => {
    const browser = await chromium()
    const port = freePort()
    await using server = await slowServer('--public-origins', `http://127.0.0.1:${port}`)
    await using front = await openPrefixProxy({ upstream: server.port, port, client: HOME })
    const { page } = await visit(browser, front.url, { from: null })
    await startSlowCheck(page)
    if (killed === 'proxy') await front.kill()
    else server.kill('SIGKILL')
    await page.waitForSelector('[data-code=cut]')
    expect(await known(page)).toBeGreaterThan(0)
    expect(await page.locator('.step-running').count()).toBe(0)
    // Without the server, nginx answers by itself, in HTML.
    await page.click('.trouble button')
    await page.waitForSelector('[data-code=unreachable]:has-text("The server does not answer")')
    if (killed === 'server') return
    await front.start()
    await page.click('.trouble button')
    await page.waitForSelector('[role=log] p:nth-child(2)', { state: 'attached' })
  }, ['nginx'])

browserTest(
  'SIGTERM while the page is open: a check that runs ends, then nobody answers, and a new server is found again',
  async () => {
    const browser = await chromium()
    const port = freePort()
    await using first = await slowServer('--port', String(port))
    const { page } = await visit(browser, `${first.url}/#ping?host=127.0.0.2&count=10`, { from: HOME })
    await page.click('.form .main')
    await page.waitForSelector('.length rect')
    first.kill('SIGTERM')
    await page.waitForSelector('.below')
    expect(await page.locator('.length rect').count()).toBe(10)
    expect(await page.locator('.trouble').count()).toBe(0)
    expect(await first.exited).toBe(0)
    await page.click('.form .main')
    await page.waitForSelector('[data-code=unreachable]')
    expect(await page.textContent('.trouble')).toContain('It may be restarting')
    await using _second = await slowServer('--port', String(port))
    await page.click('.trouble button')
    await page.waitForSelector('.below')
    expect(await page.locator('.trouble').count()).toBe(0)
  },
)

browserTest('the data of a form load by themselves when the server is back', async () => {
  const browser = await chromium()
  const port = freePort()
  await using first = await slowServer('--port', String(port))
  const { page } = await visit(browser, first.url, { from: HOME })
  first.kill('SIGKILL')
  await first.exited
  await page.click('.group a:has-text("port-check")')
  await page.waitForSelector('.loading')
  await using _second = await slowServer('--port', String(port))
  await page.waitForSelector('.form')
})

browserTest('offline: it says so, waits, and goes on when the connection is back', async () => {
  const browser = await chromium()
  await using server = await slowServer()
  const { page } = await visit(browser, server.url, { from: HOME })
  const address = await page.textContent('.address')
  await page.fill('#subject', '1')
  await page.context().setOffline(true)
  await page.click('.ask button')
  await page.waitForSelector('[data-code=offline]')
  const again = page.locator('.trouble button')
  expect(await again.isDisabled()).toBe(true)
  expect(await page.textContent('.address')).toBe(address)
  await page.context().setOffline(false)
  await again.click()
  await page.waitForSelector('.verdict-blocked')
})

browserTest('429: the seconds count down, and then the button works', async () => {
  const browser = await chromium()
  await using server = await startServer({ args: LOOPBACK_CHECKED, env: { DOORSTEP_RATE_LIMIT: '12/min' } })
  const { page } = await visit(browser, `${server.url}/#port-check?port=1`, { from: HOME })
  await page.waitForSelector('.form')
  const spend = () => postTool(server.url, 'port-check', { port: 1 }, { 'x-forwarded-for': HOME })
  while ((await spend()).status !== 429);
  // More responses may have come since, enough for another request.
  while ((await page.locator('[data-code=rate-limited]').count()) === 0) {
    await page.click('.form .main')
    await page.waitForSelector('.outcome[aria-busy=false]')
  }
  const button = page.locator('.trouble button')
  const secondsLeft = async () => Number(/\d+/.exec((await button.textContent()) ?? '')?.[0] ?? 0)
  const first = await secondsLeft()
  expect(first).toBeGreaterThan(0)
  expect(await button.isDisabled()).toBe(true)
  await page.waitForFunction((before) => !document.querySelector('.trouble button')?.textContent?.includes(`${before} s`), first)
  await page.waitForFunction(() => document.querySelector('.trouble button')?.textContent === 'Try again')
  await button.click()
  await page.waitForSelector('.outcome .verdict')
})
