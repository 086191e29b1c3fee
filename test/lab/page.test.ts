// The page in Chromium: what a visitor sees, does and understands. Nothing leaves this machine.
import { describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { writeResult } from '../../src/contract/result-link.ts'
import { COLORS } from '../../src/faces/web/colors.ts'
import { freePort } from '../support/net/network.ts'
import {
  answered,
  axeFindings,
  browserAndServer,
  browserTest,
  HOME,
  LOOPBACK_CHECKED,
  layoutShift,
  OVER_IPV6,
  opening,
  overflow,
  PHONE,
  takenOver,
  VISITOR,
  visit,
} from '../support/page/page.ts'
import { startServer } from '../support/server.ts'

const world = browserAndServer({ args: LOOPBACK_CHECKED })

const open = opening(world)

const LINKED = {
  tool: 'reachability',
  checkedAt: '2026-11-22T17:55:33.865Z',
  ip: VISITOR,
  port: 25_565,
  protocol: 'tcp',
  good: false,
  situation: 'no-rule-seen',
  verdict: 'blocked',
  blockedAt: 'port',
  service: { id: 'minecraft-java' },
  nextActions: [{ code: 'forward-port' }],
}

describe('a link with a result', () => {
  browserTest('is drawn from the link alone, and sent to nobody', async () => {
    const data = writeResult(LINKED, { isOwn: true })
    const { page, said, server } = await open()
    expect(await page.locator('.at-home').count()).toBe(0)
    const requests: string[] = []
    // The rest of the page itself comes when it is needed, and so do the names of services and routers.
    const isOwn = (url: string) => url.includes('/page/') || url === `${server.url}/api/catalog?details=off`
    page.on('request', (request) => !isOwn(request.url()) && requests.push(request.url()))
    await page.goto(`${server.url}/#result=${data}`)
    await page.waitForSelector('.linked .verdict-blocked')
    await page.waitForSelector('.linked >> text=Minecraft Java Edition')
    const text = await page.innerText('.linked')
    expect(text).toContain(`${new URL(server.url).host} is said to have found it at 2026-11-22 17:55 UTC`)
    for (const part of ['168.126.63.x', 'Forward the port', 'TCP 25565']) expect(text).toContain(part)
    expect(await page.locator('.stop.step-problem').count()).toBe(1)
    expect(await page.title()).not.toContain(VISITOR)
    expect(await axeFindings(page)).toEqual([])
    await page.setViewportSize(PHONE)
    expect(await overflow(page)).toBe(0)
    await page.goto(`${server.url}/#result=${data?.slice(0, -9)}`)
    await page.waitForSelector('.linked [role=alert]')
    expect({ said, requests }).toEqual({ said: [], requests: [] })
  })

  browserTest('is made on the page, which shows what it holds; the result is copied as a terminal has it', async () => {
    const options = { permissions: ['clipboard-read', 'clipboard-write'] }
    const { page, said, server } = await open('#port-check?port=1', { from: HOME, size: PHONE, options })
    await page.click('.form .main')
    await answered(page)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    const sent: unknown[] = []
    await page.exposeFunction('send', (sheet: unknown) => sent.push(sheet))
    await page.evaluate(() =>
      Object.assign(navigator, { share: async (sheet: unknown) => Reflect.get(globalThis, 'send')(sheet) }),
    )
    await page.click('.foot .button:has-text("Share")')
    await page.waitForSelector('.share .code')
    const title = 'No forwarding rule for this port was seen at work.'
    expect(sent).toEqual([{ title, url: await page.innerText('.share pre') }])
    const held = await page.innerText('.share .values')
    for (const part of ['127.0.0.x', 'TCP 1', 'No forwarding rule for this port was seen at work.']) expect(held).toContain(part)
    expect(await axeFindings(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await page.getByLabel('Leave out the last part of the public address').uncheck()
    await page.waitForFunction(() => document.querySelector('.share .values')?.textContent?.includes('127.0.0.9'))
    const link = await page.innerText('.share pre')
    await page.click('.foot .button:has-text("Copy")')
    await page.waitForSelector('.foot .icon-ok')
    const text = await page.evaluate(() => navigator.clipboard.readText())
    expect(text).toStartWith(await page.innerText('.outcome .verdict'))
    expect(text).toContain(`\n\nChecked by ${new URL(server.url).host} on 20`)
    expect(text).toContain('\n\nInternet - Provider - Router: Refuses: no rule seen\n\n')
    expect(text).toMatch(/\n\n1\. .*\n2\. /)
    for (const part of ['Share', 'For scripts', 'Check again']) expect(text).not.toContain(part)
    expect({ said, requests }).toEqual({ said: [], requests: [] })
    await page.goto('about:blank')
    await page.goto(link)
    await page.waitForSelector('.linked .verdict-blocked')
    expect(await page.innerText('.linked')).toContain(HOME)
  })

  browserTest('a plan is printed on one page, without what is clicked', async () => {
    const plan = '#port-forward-plan?useCase=minecraft-java&routerBrand=iptime&internalIp=192.168.0.10'
    const { page } = await open(`${plan}`, { scheme: 'dark' })
    await page.click('.form .main')
    await answered(page)
    const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)
    expect(sheets).toHaveLength(1)
    await page.emulateMedia({ media: 'print' })
    const isSeen = async (part: string) => (await page.locator(part).locator('visible=true').count()) > 0
    expect(await Promise.all(['.verdict', '.next', '.router .box'].map(isSeen))).toEqual([true, true, true])
    for (const part of ['nav', 'footer', '.form', '.foot', '.tools', '.outcome button', 'summary'])
      expect([part, await isSeen(part)]).toEqual([part, false])
    const paper = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--paper'))
    expect(paper).toBe(COLORS.light.paper)
  })
})

describe('a page that is asked from a private address', () => {
  browserTest('names the command that looks from inside, and says what to enter in the router in place of a check', async () => {
    const { page, said, server } = await open('', { from: '192.168.1.20', size: PHONE })
    expect(await page.innerText('.reach .at-home')).toContain('doorstep home')
    expect(await page.locator('.map').count()).toBe(0)
    expect([await axeFindings(page), await overflow(page)]).toEqual([[], 0])
    await page.fill('#subject', '8080/udp')
    await page.click('.ask button')
    await page.waitForSelector('.router')
    expect(await page.textContent('h1 code')).toBe('port-forward-plan')
    expect(await page.textContent('.router')).toContain('8080')
    await page.waitForFunction(() => Math.abs(document.querySelector('.asked')?.getBoundingClientRect().top ?? 999) < 40)
    await page.goto(`${server.url}/#port-check?port=1`)
    await page.click('.form .main')
    await page.waitForSelector('.trouble[data-code=requester-not-public] .at-home')
    expect(said.filter((line) => !line.includes('status of 4'))).toEqual([])
  })
})

describe('the first view', () => {
  browserTest(
    'shows the address with its network and place, copies it by one click, says nothing, asks nobody else and does not move',
    async () => {
      const { page, said, foreign } = await open('', { options: { permissions: ['clipboard-read', 'clipboard-write'] } })
      expect(await page.textContent('.address')).toContain(VISITOR)
      expect(await page.textContent('.facts')).toContain('AS4766')
      expect(await page.title()).toBe('Your IP address, and whether the internet reaches you · doorstep')
      expect(await layoutShift(page)).toBe(0)
      await page.click('.address .copy')
      await page.waitForFunction(() => document.querySelector('.address .copy')?.textContent === 'Copied')
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(VISITOR)
      expect({ said, foreign, cookies: await page.context().cookies() }).toEqual({ said: [], foreign: [], cookies: [] })
    },
  )

  browserTest('changes its language at once, without loading again, and keeps it when loaded again', async () => {
    const { page, said } = await open()
    await page.evaluate(() => Object.assign(globalThis, { stays: true }))
    const late = Promise.withResolvers<void>()
    await page.route('**/api/ip/json', (route) => late.promise.then(() => route.continue()))
    const names = page.waitForResponse('**/api/ip/json')
    for (const _ of ['to the other language', 'and back']) await page.click('.language')
    late.resolve()
    await (await names).finished()
    await page.waitForTimeout(50)
    expect(await page.textContent('.facts')).not.toContain('대한민국')
    await page.click('.language')
    await page.waitForFunction(() => document.querySelector('.facts')?.textContent?.includes('대한민국'))
    expect(await page.textContent('.question')).toContain('접속하려고')
    await page.waitForFunction(() => document.querySelector('.tools')?.textContent?.includes('확인합니다'))
    expect(await page.evaluate(() => 'stays' in globalThis)).toBe(true)
    await page.reload()
    expect(await page.textContent('.question')).toContain('접속하려고')
    expect(said).toEqual([])
  })

  for (const [what, isThere, shows] of [
    ['shows the address of the other family, asked of the origin that is reached over it', true, '::1'],
    ['says that no address of the other family was seen, where no origin is', false, 'nothing came from you over IPv6'],
  ] as const)
    browserTest(what, async () => {
      const { browser } = await world()
      const port = freePort()
      const origins = [`http://127.0.0.1:${port}`, `http://${OVER_IPV6}:${isThere ? port : freePort()}`]
      await using _server = await startServer({ args: ['--port', String(port), '--public-origins', origins.join(',')] })
      const { page, foreign } = await visit(browser, origins[0] ?? '', { from: null })
      await page.waitForFunction((words) => document.querySelector('.other')?.textContent?.includes(words), shows)
      expect([await layoutShift(page), foreign]).toEqual([0, [`${origins[1]}/api/ip`]])
    })

  browserTest('fits every width from 320 px to 4K, and nothing moves while its parts come', async () => {
    for (const width of [320, 390, 768, 1280, 3840]) {
      const { page } = await open('', {
        size: { width, height: 800 },
        from: '2001:200:0:8002:203:47ff:fea5:3085',
        locale: width === 390 ? 'ko' : 'en',
      })
      await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState === 'finished'))
      expect([width, await overflow(page), await layoutShift(page)]).toEqual([width, 0, 0])
    }
  })
})

describe('what do you want to reach at home', () => {
  browserTest('ticks off six steps, marks the cause, says the one thing to do and draws the form of the router', async () => {
    const { page, said } = await open('', { from: HOME, size: PHONE })
    // On a phone, the question comes before the map.
    const tops = await page
      .locator('.ask, .you .map, .tools')
      .evaluateAll((all) =>
        ['ask', 'map', 'tools'].map((name) => all.find((one) => one.classList.contains(name))?.getBoundingClientRect().top ?? 0),
      )
    expect(tops).toEqual(tops.toSorted((one, other) => one - other))
    await page.fill('#subject', 'Minecraft')
    await page.click('.more summary')
    await page.fill('#reach-routerBrand', 'ipTIME')
    await page.click('.more details summary')
    await page.fill('#reach-internalIp', '192.168.0.10')
    await page.click('.ask button')
    await page.waitForSelector('.next')
    // The page goes to the finding, and what to do first is in the first screen.
    await page.waitForFunction(() => (document.querySelector('.outcome .head')?.getBoundingClientRect().top ?? 999) < 40)
    await page.waitForFunction(
      (end) => (document.querySelector('.next p')?.getBoundingClientRect().top ?? end) < end,
      PHONE.height,
    )
    expect(await page.evaluate(() => document.activeElement?.closest('.outcome') ?? null)).toBeNull()
    expect(await page.textContent('.outcome > [role=status]')).toContain('Log in to your router')
    await page.click('.next button')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('router-part')
    expect(await page.locator('.step').count()).toBe(6)
    expect(await page.textContent('.step-cause')).toContain('Port')
    expect(await page.textContent('.step-cause')).toContain('This is the cause')
    expect(await page.textContent('.verdict')).toContain('is refused at')
    expect(await page.textContent('.router')).toContain('외부 포트 (External port)25565')
    expect(await page.textContent('.router')).toContain('192.168.0.10')
    expect(await overflow(page)).toBe(0)
    expect(said).toEqual([])
    // The text that was typed is there the next time.
    await page.reload()
    await takenOver(page)
    await page.focus('#subject')
    await page.click('.more summary')
    expect(await page.inputValue('#reach-routerBrand')).toBe('ipTIME')
  })

  browserTest('what is wrong stands at its field, by its label, and what was meant is a button that checks it', async () => {
    const { page, said } = await open('', { from: HOME, size: PHONE })
    const check = () => page.click('.ask .main')
    const focused = () => page.evaluate(() => document.activeElement?.id)
    await check()
    expect(await page.textContent('#subject-error')).toContain('Type a game, a program or a port number')
    expect([await page.getAttribute('#subject', 'aria-invalid'), await focused()]).toEqual(['true', 'subject'])
    await page.fill('#subject', '70000')
    expect(await page.textContent('#subject-error')).toBe('')
    await check()
    await page.waitForSelector('#subject-error:has-text("from 1 to 65535")')
    await page.fill('#subject', 'qwertz 27015-27030')
    await check()
    await page.waitForSelector('#subject-error[data-code=unknown-value]')
    expect(await page.locator('.examples button').allTextContents()).toEqual(['27015', '27030'])
    expect([await axeFindings(page), await overflow(page), await page.locator('.trouble').count()]).toEqual([[], 0, 0])
    await page.fill('#subject', 'game server')
    await check()
    // One tap, as on an example.
    await page.click('.examples button:has-text("Valheim")')
    await page.waitForSelector('.next')
    expect(await page.inputValue('#subject')).toContain('Valheim')
    await page.click('.more summary')
    await page.fill('#reach-hostname', 'not a name')
    await check()
    await page.waitForSelector('#reach-hostname-error[data-code=invalid-target]')
    expect(await page.textContent('#reach-hostname-error')).toContain('"Host name" is not a domain name')
    await page.waitForSelector('#reach-hostname:focus')
    expect(await focused()).toBe('reach-hostname')
    await page.click('.more > .quiet-button')
    expect([await page.inputValue('#reach-hostname'), await page.inputValue('#subject')]).toEqual(['', ''])
    expect(said.filter((line) => !line.includes('status of 4'))).toEqual([])
  })
})

/** Requests that are answered, or refused, without anything leaving this machine. */
const LINKS = {
  'port-check': '?port=1',
  'port-forward-plan': '?useCase=minecraft-java&routerBrand=iptime',
  'router-login-route': '?routerBrand=iptime',
  traceroute: '?host=127.0.0.2',
  ping: '?host=127.0.0.2&count=2',
  'dns-propagation': '?domain=example.com',
} as const

/** The tools whose results have the most to say. */
const TOLD_ONCE = ['port-check', 'port-forward-plan', 'router-login-route', 'traceroute'] as const

/** Returns the sentences that can be seen more than once. */
function toldTwice(page: Page): Promise<string[]> {
  return page.locator('.outcome').evaluate((outcome) => {
    const sentences = [...outcome.querySelectorAll('p, li, dd, td, h2, h3')]
      .filter((one) => one.checkVisibility() && !one.closest('.hidden') && !one.querySelector('p, li, dd'))
      .flatMap((one) => one.textContent?.split(/(?<=[.?!])\s+/) ?? [])
      .filter((text) => /^\S+( \S+){4,}[.?!]$/.test(text))
    return sentences.filter((text, index) => sentences.indexOf(text) !== index)
  })
}

describe('a form that was sent', () => {
  browserTest('folds on a phone to what was asked: its result is what one sees, and has the focus', async () => {
    const link = '#port-forward-plan?useCase=minecraft-java&routerBrand=iptime&internalIp=192.168.0.10'
    for (const reducedMotion of ['reduce', 'no-preference'] as const) {
      const { page } = await open(`${link}`, { size: PHONE, options: { reducedMotion } })
      await page.focus('.form .main')
      await page.keyboard.press('Enter')
      await answered(page)
      const tops = () =>
        page.evaluate(() => ['.asked', '.head'].map((one) => document.querySelector(one)?.getBoundingClientRect().top))
      await page.waitForFunction(() => Math.abs(document.querySelector('.asked')?.getBoundingClientRect().top ?? 999) < 40)
      expect((await tops())[1]).toBeLessThan(PHONE.height / 4)
      expect(await page.innerText('.asked')).toContain('minecraft-java')
      expect(await page.locator('.form').isVisible()).toBe(false)
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('outcome')
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
      expect([await axeFindings(page), await overflow(page)]).toEqual([[], 0])
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Enter')
      expect(await page.locator('.form').isVisible()).toBe(true)
      expect(await page.getAttribute('.asked button', 'aria-expanded')).toBe('true')
      await page.keyboard.press('Enter')
      expect(await page.locator('.form').isVisible()).toBe(false)
    }
  })

  browserTest('stays beside its result where there is room, and keeps the focus', async () => {
    const { page } = await open('#ping?host=127.0.0.2&count=2')
    await page.focus('#field-host')
    await page.keyboard.press('Enter')
    await answered(page)
    const [form, result] = await Promise.all(['.form', '.outcome'].map((one) => page.locator(one).boundingBox()))
    expect(result?.x).toBeGreaterThan((form?.x ?? 0) + (form?.width ?? 0))
    expect(Math.abs((result?.y ?? 0) - (form?.y ?? 0))).toBeLessThan(40)
    expect(await page.locator('.asked').isVisible()).toBe(false)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-host')
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
  })
})

describe('tools', () => {
  browserTest('say nothing twice, and fill a wide screen', async () => {
    const { page, server } = await open('', { from: HOME, size: { width: 1366, height: 768 } })
    for (const link of ['check?useCase=minecraft', ...TOLD_ONCE.map((name) => `${name}${LINKS[name]}`)]) {
      await page.goto(`${server.url}/#${link}`)
      await page.click('.form .main, .ask .main')
      await answered(page)
      await page.waitForLoadState('networkidle')
      expect([link, await toldTwice(page)]).toEqual([link, []])
    }
    await page.goto(`${server.url}/#check?port=1`)
    await page.click('.ask .main')
    await answered(page)
    for (const [width, part] of [
      [1366, 0.7],
      [1920, 0.6],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      const box = await page.locator('.outcome').evaluate((one) => one.getBoundingClientRect())
      expect([width, box.width / width >= part]).toEqual([width, true])
      const [left = 0, right = 0] = await page
        .locator('.guide + .guide, .evidence')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))
      expect(right).toBeGreaterThan(left + width / 4)
      expect([await page.locator('.tools, .map').locator('visible=true').count(), await overflow(page)]).toEqual([0, 0])
    }
  })

  browserTest('have titles of their own, and an address that leads nowhere says so', async () => {
    const { page, server } = await open('#traceroute', { from: HOME })
    const titled = (title: string) => page.waitForFunction((wanted) => document.title === wanted, `${title} · doorstep`)
    await titled('Trace the route to a host')
    await page.fill('#field-host', '127.0.0.2')
    await page.click('.form .main')
    await titled('Trace the route to a host: 127.0.0.2')
    for (const [hash, title] of [
      ['tools', 'All tools'],
      ['api', 'API'],
      ['nonsense', 'There is no such view'],
      ['home', 'Your IP address, and whether the internet reaches you'],
    ] as const) {
      await page.evaluate((next) => Object.assign(location, { hash: next }), hash)
      await titled(title)
    }
    await page.fill('#subject', '1')
    await page.click('.ask .main')
    await titled('Your IP address, and whether the internet reaches you: 1')
    // One's own address is in no title.
    await page.goto(`${server.url}/#ip-lookup?ip=${HOME}`)
    await page.click('.form .main')
    await page.waitForSelector('.outcome, .error:not(:empty)')
    expect(await page.title()).toBe('Look up a network · doorstep')
  })

  browserTest(
    'a refusal stands at its field; JSON, curl, command line and link are one click away; a next action runs',
    async () => {
      const { page, server } = await open('#port-check', { from: HOME })
      await page.waitForSelector('.form')
      await page.fill('#field-port', '70000')
      await page.click('.form .main')
      await page.waitForSelector('.error:not(:empty)')
      expect(await page.getAttribute('#field-port', 'aria-invalid')).toBe('true')
      await page.fill('#field-port', '1')
      await page.click('.form .main')
      await page.waitForSelector('.below')
      await page.click('.below summary')
      // The line is complete once the list of operations is there.
      await page.waitForSelector('.below pre:has-text("--server")')
      const [link, curl, line, json = ''] = await page.locator('.below pre').allInnerTexts()
      expect(link).toBe(`${server.url}/#port-check?port=1&protocol=tcp&explain=true`)
      expect(curl).toBe(`curl -s '${server.url}/api/tools/port-check?port=1&protocol=tcp&explain=true'`)
      expect(line).toBe(`doorstep port-check --port 1 --server ${server.url}`)
      expect(JSON.parse(json)).toMatchObject({ tool: 'port-check', port: 1, status: 'refused' })
      await page.click('.next button:has-text("Forward the port")')
      await page.waitForFunction(() => document.querySelector('h1 code')?.textContent === 'port-forward-plan')
      await page.waitForSelector('.outcome')
      // Coming back by a link runs nothing.
      for (const hash of ['#tools', '#router-login-route', '#router-login-route?routerBrand=iptime']) {
        await page.evaluate((next) => Object.assign(location, { hash: next }), hash)
        await page.waitForSelector(hash === '#tools' ? '.tools' : '.form')
        expect(await page.locator('h1:visible').count()).toBe(1)
        expect([hash, await page.locator('.outcome').count()]).toEqual([hash, 0])
      }
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#field-routerBrand')?.value === 'iptime')
    },
  )

  browserTest('a value that may have been meant fills its field and runs; a link says what it could not fill in', async () => {
    const { page, server } = await open('#port-forward-plan?useCase=wire&name=x&internalIp=my-pc', {
      size: PHONE,
    })
    await page.waitForSelector('.left-out')
    expect(await page.textContent('.left-out')).toEndWith('left out: name')
    await page.click('.form .main')
    await page.click('.field:has(#field-useCase) .meant button:has-text("WireGuard")')
    await page.waitForSelector('.error[data-code=invalid-target]')
    expect(await page.inputValue('#field-useCase')).toBe('wireguard')
    await page.waitForSelector('#field-internalIp:focus')
    expect([await page.locator('.trouble, .meant').count(), await overflow(page), await axeFindings(page)]).toEqual([0, 0, []])
    await page.click('.language')
    await page.waitForSelector('label:has-text("내부 IP 주소")')
    expect(await page.locator('.error:not(:empty)').count()).toBe(0)
    await page.click('.form .main')
    await page.waitForSelector('.error:has-text("IPv4 주소가 아닙니다")')
    await page.fill('#field-ports-0-port', '70000')
    await page.click('.form .main')
    await page.waitForSelector('#field-ports-0-port[aria-invalid]:focus')
    expect(await page.textContent('#error-ports')).toStartWith('"포트 1: 포트" 필드의 값이')
    await page.fill('#field-ports-0-port', '')
    await page.fill('#field-internalIp', '192.168.0.10')
    expect(await page.locator('.field-wrong').count()).toBe(0)
    await page.click('.form .main')
    await page.waitForSelector('.outcome .router')
    await page.goto(`${server.url}/#router-login-route?connectionState=NO&isp=kt`)
    await page.waitForSelector('.more-fields[open] #field-isp')
    expect(await page.locator('#field-connectionState option:checked').textContent()).toBe('No')
    await page.waitForSelector('#field-platform option:nth-child(3)', { state: 'attached' })
  })

  browserTest('the reference lists every operation with its fields, and leads to the forms', async () => {
    const { page, server } = await open('#api')
    const operations = page.locator('.api > .part > summary')
    await operations.nth(2).waitFor()
    expect(await operations.count()).toBe(19)
    await page.goto(`${server.url}/#api/ping`)
    await page.waitForFunction(() => document.activeElement?.id === 'api-ping')
    expect(await page.textContent('.part[open] table')).toContain('count')
    await page.click('.part[open] summary:has-text("Fields")')
    await page.waitForSelector('.part .part td:has-text("\\"reachable\\" | \\"partial\\" | \\"unreachable\\"")')
    await page.click('.part[open] summary:has-text("Example")')
    await page.waitForSelector('.part .part pre:has-text("elapsedMs")')
    await page.click('.part[open] .button')
    await page.waitForSelector('#field-host')
  })

  browserTest('stop where somebody wants it', async () => {
    const { page } = await open('#ping?host=127.0.0.2&count=10', { from: HOME })
    await page.click('.form .main')
    await page.waitForSelector('.length rect')
    await page.click('.form .main')
    await page.waitForSelector('[data-code=stopped]')
  })
})

describe('axe-core finds nothing', () => {
  browserTest('in the dark', async () => {
    const { page, server } = await open('', { scheme: 'dark', from: HOME, size: PHONE })
    const found: Record<string, string[]> = { home: await axeFindings(page) }
    await page.fill('#subject', 'minecraft')
    await page.click('.more summary')
    await page.click('.ask button')
    await page.waitForSelector('.next')
    found.reach = await axeFindings(page)
    for (const [name, link] of Object.entries(LINKS)) {
      await page.goto(`${server.url}/#${name}${link}`)
      await page.click('.form .main')
      await page.locator('.below summary').first().click()
      found[name] = await axeFindings(page)
    }
    await page.goto(`${server.url}/#api`)
    await page.waitForSelector('#api-ping')
    found.api = await axeFindings(page)
    expect(Object.entries(found).filter(([, findings]) => findings.length > 0)).toEqual([])
  })

  browserTest('in high contrast, which stays when the page is loaded again', async () => {
    const { page } = await open()
    await page.selectOption('.look select', 'contrast')
    await page.reload()
    expect(await page.getAttribute('html', 'data-look')).toBe('contrast')
    expect(await axeFindings(page)).toEqual([])
  })
})
