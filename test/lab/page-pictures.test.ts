// The look of the page, compared with screenshots in test/fixtures/page. UPDATE_SCREENSHOTS=1 renews them.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { labTest } from '../support/lab.ts'
import { openLoopback } from '../support/net/network.ts'
import { DESKTOP, type Look, openBrowser, PHONE, VISITOR, visit } from '../support/page/page.ts'
import { differenceOf, isSameMachine, isTolerable } from '../support/page/pictures.ts'
import { BAD, FAR, HOME, PAGE_WORLD_NEEDS, startPageWorld } from '../support/page/world.ts'
import { shared } from '../support/shared.ts'

const NEEDS = { ...PAGE_WORLD_NEEDS, programs: [...PAGE_WORLD_NEEDS.programs, 'fc-match'] }

const everything = shared(async (owned) => {
  owned.defer(openLoopback())
  const browser = owned.use(await openBrowser())
  return { browser, world: owned.use(await startPageWorld()), isComparable: isSameMachine(browser) }
})

interface View {
  /** From the home behind the path, unless it says otherwise. */
  readonly look: Look
  /** Leads to the state to be shown, and returns when it is there. */
  show(page: Page, url: string): Promise<void>
  readonly from?: string
}

/** The parts that are different in every run: times, dates and the version. Hidden, they take as much room as before. */
const CHANGING =
  'footer, .head .small, .told td:last-child, .chain .small, .told :is(.values dd, .bars, .bar-ends), .outcome:not(.beside) .next, .actions { visibility: hidden }'

const run = (request: string) => async (page: Page, url: string) => {
  await page.goto(`${url}/#${request}`)
  await page.click('.form .main')
  await page.waitForSelector('.below')
}

const reach = async (page: Page) => {
  await page.fill('#subject', '8080')
  await page.click('.ask button')
  await page.waitForSelector('.next')
}

const VIEWS: Readonly<Record<string, View>> = {
  'first-view': { look: { size: DESKTOP, from: VISITOR }, show: async () => {} },
  'first-view-ko-dark': { look: { size: PHONE, locale: 'ko', scheme: 'dark', from: VISITOR }, show: async () => {} },
  'reachability-cause': { look: { size: PHONE }, show: reach, from: '.reach .outcome' },
  'plan-iptime-ko': {
    look: { size: PHONE, locale: 'ko' },
    show: run('port-forward-plan?useCase=minecraft-java&routerBrand=iptime&internalIp=192.168.0.10'),
    from: '.router',
  },
  'traceroute-map': { look: { size: DESKTOP, scheme: 'dark' }, show: run(`traceroute?host=${FAR}`), from: '.outcome' },
  'ssl-check-bad-chain': { look: { size: PHONE }, show: run(`ssl-check?host=${BAD}`), from: '.outcome' },
}

async function draw(name: string, { look, show, from }: View) {
  const { browser, world, isComparable } = await everything()
  const { page } = await visit(browser, world.url, { from: HOME, ...look })
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState === 'finished'))
  await show(page, world.url)
  if (from !== undefined)
    await page
      .locator(from)
      .first()
      .evaluate((element) => element.scrollIntoView())
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
  }, CHANGING)
  await page.mouse.move(0, 0)
  const difference = await differenceOf(page, name, isComparable)
  await page.context().close()
  return difference
}

for (const [name, view] of Object.entries(VIEWS)) {
  labTest(`${name} looks as it did`, NEEDS, async () => {
    const difference = await draw(name, view)
    expect([name, difference, isTolerable(difference)]).toEqual([name, difference, true])
  })
}
