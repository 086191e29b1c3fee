// The page in a browser at home: behind a router that translates and three of a provider, the compiled server outside.
import { describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { labTest } from '../support/lab.ts'
import { ORIGINS, openPageHome, PAGE_HOME_NEEDS } from '../support/page/home.ts'
import { answered, layoutShift, overflow, PHONE, visit } from '../support/page/page.ts'
import { PORT, publicAddress, wanAddress } from '../support/router/home-lab.ts'
import { shared } from '../support/shared.ts'

const OWN = { 4: publicAddress('far', 4), 6: publicAddress('far', 6) } as const

const world = shared(() => openPageHome(['far', 'carrier']))
const homeTest = (name: string, run: () => Promise<void>) => labTest(name, PAGE_HOME_NEEDS, run)

/** Returns the states of the six steps, in their order. */
async function statesOf(page: Page): Promise<string[]> {
  const names = await page.locator('.step').evaluateAll((steps) => steps.map(({ className }) => className))
  return names.map((name) => /step-(ok|problem|unknown|skipped|waiting|running)/.exec(name)?.[1] ?? name)
}

async function check(page: Page, subject: string): Promise<void> {
  await page.fill('#subject', subject)
  await page.click('.ask button')
}

/** Names the router in its card: the plan alone follows, and what was typed is still there for the next check. */
async function nameRouter(page: Page): Promise<void> {
  await page.click('#router-part > summary')
  const asked: string[] = []
  page.on('request', (request) => request.method() === 'POST' && asked.push(new URL(request.url()).pathname))
  await page.fill('#card-brand', 'foobar 3000')
  await page.waitForSelector('#card-brand-state:has-text("in our list")')
  await page.fill('#card-device', 'my-pc')
  await page.waitForSelector('#card-device-error:has-text("192.168.0.10")')
  await page.fill('#card-device', '192.168.50.20')
  await page.fill('#card-brand', 'asus')
  await page.waitForSelector('.crumbs:has-text("Virtual Server / Port Forwarding")')
  expect(await page.textContent('.router')).toContain('192.168.50.20')
  expect(await page.getAttribute('.todo a', 'href')).toBe('http://192.168.50.1')
  expect(new Set(asked)).toEqual(new Set(['/api/tools/port-forward-plan']))
  expect(await page.evaluate(() => localStorage.getItem('doorstep:tool:reachability'))).toContain('"routerBrand":"asus"')
}

/** Returns the height of the result in screens of a phone. */
async function screensOf(page: Page): Promise<number> {
  return page.locator('.outcome').evaluate((outcome) => outcome.getBoundingClientRect().height / innerHeight)
}

describe('the reach of the internet into a home', () => {
  for (const [title, port, router, summary, next] of [
    ['refused by the device', PORT.nobodyThere, 'ok', 'the device behind it refused', 'Start the program'],
    ['refused by the router', PORT.routerRefuses, 'unknown', 'is refused at', 'Log in to your router'],
  ] as const) {
    homeTest(`a port ${title} is the cause, with what to do, and what to enter if that is the rule`, async () => {
      const browser = await (await world()).browserIn('far')
      const { page, said } = await visit(browser, ORIGINS[4], { from: null })
      await check(page, String(port))
      await page.waitForSelector('.verdict-blocked')
      // A rule that was seen says of the line as well that the address is the router's own.
      expect(await statesOf(page)).toEqual(['ok', router, 'skipped', 'problem', 'skipped', router])
      expect(await page.textContent('.step-cause')).toContain(summary)
      expect(await page.textContent('.next p')).toContain(next)
      const forms = await page.locator('.router').allTextContents()
      expect(forms.some((text) => text.includes(`External port${port}`))).toBe(router === 'unknown')
      if (router === 'unknown') await nameRouter(page)
      expect(said).toEqual([])
    })
  }

  homeTest(
    'on a phone, in Korean: steps tick off, a silent port is the cause, and after the rule was added the button finds it',
    async () => {
      const { browserIn, forward } = await world()
      const browser = await browserIn('far')
      const { page, said } = await visit(browser, ORIGINS[4], { from: null, locale: 'ko', size: PHONE })
      await page.focus('#subject')
      await page.click('.more summary')
      await page.fill('#reach-routerBrand', 'ipTIME')
      await page.click('.more details summary')
      await page.fill('#reach-internalIp', '192.168.0.10')
      await check(page, String(PORT.noRule))
      // The port is silent for four seconds, and it tells of the way to it as well; the step before is shown before.
      await page.waitForSelector('.stop:nth-child(2).step-running')
      const boxes = page.locator('.guide .stop')
      const placesOf = () => boxes.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
      const before = await placesOf()
      expect(Math.min(...before)).toBeGreaterThanOrEqual(44)
      await page.waitForSelector('.verdict-blocked')
      expect(await page.locator('.step-cause').count()).toBe(1)
      expect(await page.textContent('.step-cause')).toContain(`TCP ${PORT.noRule}`)
      expect(await page.textContent('.router')).toContain(`외부 포트${PORT.noRule}`)
      expect(await page.textContent('.router')).toContain('192.168.0.10')
      expect(await placesOf()).toEqual(before)
      expect(await page.locator('.guide .stop:nth-child(3).step-problem, .guide .stop:nth-child(-n+2).step-ok').count()).toBe(3)
      expect(await screensOf(page)).toBeLessThanOrEqual(2)
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
      expect(await overflow(page)).toBe(0)
      await forward('far', PORT.noRule)
      expect(await page.locator('.next .buttons .button').allTextContents()).toEqual([
        '192.168.0.1 열기',
        '포트포워딩 추가',
        '다시 확인',
      ])
      await page.click('.next .buttons .button:last-child')
      await page.waitForSelector('.verdict-reachable')
      expect(await statesOf(page)).toEqual(['ok', 'unknown', 'skipped', 'ok', 'skipped', 'skipped'])
      expect(await screensOf(page)).toBeLessThanOrEqual(2)
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
      expect(said).toEqual([])
    },
  )
})

describe('a newcomer with a phone and an unknown router', () => {
  homeTest('gets from the first view to friends who can connect, with no other page than that of the router', async () => {
    const { browserIn, startGame } = await world()
    const { page, said, foreign } = await visit(await browserIn('far'), ORIGINS[4], { from: null, size: PHONE })
    startGame('far')
    await check(page, 'minecraft')
    await page.waitForSelector('.verdict-blocked')
    await page.click('.next .button')
    const top = await page.locator('#router-part').evaluate((title) => title.getBoundingClientRect().top)
    expect(top).toBeLessThan(PHONE.height / 2)
    expect(await page.locator('.todo a').count()).toBe(0)
    expect(await page.textContent('.todo')).toContain('Type the address of the device above')
    await page.click('.which summary')
    await page.fill('#card-device', '192.168.0.10')
    await page.waitForSelector('.todo a[href="http://192.168.0.1"]')
    const opened = page.context().waitForEvent('page')
    await page.click('.todo a')
    const router = await opened
    const told = await page.textContent('.router')
    for (const [field, value] of Object.entries({
      name: 'mc-tcp',
      external: '25565',
      device: '192.168.0.10',
      internal: '25565',
    })) {
      expect(told).toContain(value)
      await router.fill(`[name=${field}]`, value)
    }
    await router.click('button')
    await router.waitForSelector('text=Saved.')
    await page.click('.todo button:has-text("Check again")')
    await page.waitForSelector('.verdict-reachable')
    expect(await page.textContent('.friends-to strong')).toBe(OWN[4])
    expect({ said, foreign: foreign.filter((url) => !url.startsWith(ORIGINS[6])) }).toEqual({ said: [], foreign: [] })
  })

  homeTest('whose router shows an address of the provider sees what works instead, and can correct a slip', async () => {
    const { page, said } = await visit(await (await world()).browserIn('carrier'), ORIGINS[4], { from: null, size: PHONE })
    const asked: (string | undefined)[] = []
    page.on('request', (request) => request.url().endsWith('/reachability') && asked.push(request.postDataJSON().routerWanIp))
    const shows = async (address: string) => {
      await page.fill('#card-wan', address)
      await page.keyboard.press('Enter')
    }
    await check(page, 'minecraft')
    await page.click('.shown-address button:has-text("No, another one")')
    await shows(wanAddress('carrier'))
    // Picture, headline and what to do are of the same opinion.
    await page.waitForSelector('.stop:nth-child(2).step-problem:has-text("Shares the address")')
    await page.waitForSelector('.router-part blockquote')
    // The field that had the focus is gone.
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('outcome')
    expect(await page.textContent('#router-part')).toBe('What works instead')
    expect(await page.textContent('.next p')).not.toContain('Log in')
    const again = page.waitForRequest('**/reachability')
    await page.click('.next button:has-text("Check again")')
    await again
    await page.waitForSelector('.outcome[aria-busy=false] .stop:nth-child(2).step-problem')
    expect(asked).toEqual([undefined, wanAddress('carrier'), wanAddress('carrier')])
    await shows(publicAddress('carrier', 4))
    await page.waitForSelector('.todo')
    expect(await page.getAttribute('.shown-address button:has-text("Yes")', 'aria-pressed')).toBe('true')
    expect(said).toEqual([])
  })
})

describe('tools that need a real network', () => {
  homeTest('traceroute draws the routers as they are found, and the method that it suggests gets further', async () => {
    const browser = await (await world()).browserIn('far')
    const { page, said } = await visit(browser, `${ORIGINS[4]}/#traceroute?host=${OWN[4]}`, { from: null })
    const hops = page.locator('.told tbody tr')
    await page.click('.form .main')
    // Silent hops take seconds; those before them are shown before.
    await page.waitForSelector('.outcome .told tbody tr:nth-child(3)')
    await answered(page)
    const found = ['198.18.4.2', '198.18.41.2', '198.18.42.2', 'no answer']
    for (const [at, text] of found.entries()) expect(await hops.nth(at).innerText()).toContain(text)
    await page.click('.next button:has-text("Try another method")')
    await page.waitForFunction((own) => document.querySelector('.told tbody tr:nth-child(4)')?.textContent?.includes(own), OWN[4])
    await page.waitForSelector('.outcome[aria-busy=false]')
    expect(await hops.count()).toBe(4)
    // A mark for each place on the way: Tokyo, Busan, Seoul.
    expect(await page.locator('.outcome .map .mark').count()).toBe(3)
    expect(said).toEqual([])
  })
})

for (const family of [4, 6] as const) {
  const other = family === 4 ? 6 : 4
  homeTest(
    `over IPv${family} both families are shown and checked, a forwarded port is reachable, and no other server is asked`,
    async () => {
      const browser = await (await world()).browserIn('far')
      const { page, said, foreign } = await visit(browser, ORIGINS[family], { from: null })
      expect(await page.textContent('.address')).toContain(OWN[family])
      await page.waitForFunction((address) => document.querySelector('.other')?.textContent?.includes(address), OWN[other])
      await check(page, String(PORT.forwarded))
      await page.waitForSelector('.verdict-reachable')
      expect(await statesOf(page)).toEqual(['ok', 'unknown', 'skipped', 'ok', 'skipped', 'skipped'])
      expect(await page.locator('.step-cause, .router-part, .guide .stop:not(.step-ok)').count()).toBe(0)
      // IPv4 leads, since most people connect over it.
      expect(await page.textContent('.step')).toContain(OWN[4])
      expect(await page.textContent('.verdict')).toContain(OWN[4])
      expect(await page.locator('.family').allTextContents()).toEqual([
        expect.stringMatching(/^IPv6: TCP port \d+ answers\. .*2001:/),
      ])
      const asked = ['/api/ip', '/api/pair', ...(family === 6 ? ['/api/tools/reachability'] : [])]
      expect({ said, foreign }).toEqual({ said: [], foreign: asked.map((path) => ORIGINS[other] + path) })
      // Neither what is shown to be repeated nor the form has the token that the page fills in.
      expect(await page.locator('.reach .outcome').innerHTML()).not.toContain('alsoMe')
      await page.goto(`${ORIGINS[family]}/#reachability?port=${PORT.forwarded}`)
      await page.waitForSelector('.form')
      expect(await page.locator('.form [id*=alsoMe]').count()).toBe(0)
    },
  )
}

homeTest('without HTTPS, one click still copies the address', async () => {
  const browser = await (await world()).browserIn('far')
  const { page, said } = await visit(browser, ORIGINS[4], { from: null })
  await page.click('.address .copy')
  await page.waitForFunction(() => document.querySelector('.address .copy')?.textContent === 'Copied')
  await page.focus('#subject')
  await page.keyboard.press('Control+V')
  expect(await page.inputValue('#subject')).toBe(OWN[4])
  expect(said).toEqual([])
})
