// A real browser that opens the page, and everything that the page must not do.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { labTest, programPath } from '../lab.ts'
import { run } from '../net/namespace.ts'
import { openLoopback } from '../net/network.ts'
import { ROOT, startServer } from '../server.ts'
import { shared } from '../shared.ts'

/** Chromium without a window: what the page does is the same, for a quarter of the CPU time. */
export const CHROMIUM = 'chromium-headless-shell'
export const BROWSER_NEEDS = { programs: [CHROMIUM, 'cc'] }
/** A home in Korea that every test of the page may claim to come from: the server is behind a proxy that says so. */
export const VISITOR = '168.126.63.1'
export const BEHIND_PROXY = ['--trusted-proxies', '127.0.0.1']
/** The same, with loopback in place of the internet: a visitor from `HOME` has their own ports checked. */
export const LOOPBACK_CHECKED = [...BEHIND_PROXY, '--allow-targets', '127.0.0.0/8']
export const HOME = '127.0.0.9'
/** A test in Chromium; `programs` are those that it runs besides. */
export const browserTest = (name: string, run: () => Promise<void>, programs: readonly string[] = []) =>
  labTest(name, { programs: [...BROWSER_NEEDS.programs, ...programs] }, run)
/** Hides from the browser that interfaces come and go. */
const STILL_NETWORK = join(ROOT, 'test', 'support', 'page', 'still-network.c')
/** A name that the browser resolves to this machine over IPv6: a content security policy cannot name an IPv6 address. */
export const OVER_IPV6 = 'six.test'
export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1280, height: 900 }

interface Opening {
  /** Program that starts it; otherwise Chromium itself. */
  readonly executable?: string
  readonly args?: readonly string[]
}

/** Chromium, until it is disposed of. Playwright speaks to it over a pipe, but looks up the name of this machine first. */
export async function openBrowser(opening: Opening = {}): Promise<Browser & AsyncDisposable> {
  const { executable = programPath(CHROMIUM) ?? '', args = [`--host-resolver-rules=MAP ${OVER_IPV6} [::1]`] } = opening
  const close = openLoopback()
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-browser-'))
  const library = join(folder, 'still-network.so')
  await run(['cc', '-O2', '-Wall', '-Werror', '-shared', '-fPIC', '-o', library, STILL_NETWORK])
  const browser = await chromium.launch({
    executablePath: executable,
    args: ['--no-sandbox', '--disable-gpu', '--disable-software-rasterizer', ...args],
    env: { ...process.env, LD_PRELOAD: library },
  })
  return Object.assign(browser, {
    async [Symbol.asyncDispose]() {
      await browser.close()
      rmSync(folder, { recursive: true })
      close()
    },
  })
}

export interface Look {
  readonly locale?: 'en' | 'ko'
  readonly scheme?: 'light' | 'dark'
  readonly size?: { width: number; height: number }
  readonly from?: string | null
  readonly options?: BrowserContextOptions
}

/** The message of Chromium if a test asks for the position of something that is not drawn yet. */
const MEASURED_TOO_EARLY = 'Rendering was performed in a subtree hidden by content-visibility'
/** A page of a busy machine uses late what it has preloaded. */
const USED_LATE = 'was preloaded using link preload but not used'

/** An opened page, with its messages and its requests. */
export interface Visit {
  readonly page: Page
  /** Everything on the console, and every exception. */
  readonly said: string[]
  /** Requests to other origins than the page's own. */
  readonly foreign: string[]
}

/** The time after which a page hangs, however slow the machine is. */
const PAGE_MS = 120_000

export async function visit(
  browser: Browser,
  url: string,
  { locale = 'en', scheme = 'light', size = DESKTOP, from = VISITOR, options }: Look = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: size,
    locale,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    extraHTTPHeaders: from === null ? {} : { 'x-forwarded-for': from },
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(PAGE_MS)
  const [said, foreign]: string[][] = [[], []]
  page.on('console', (message) => {
    if (![MEASURED_TOO_EARLY, USED_LATE].some((part) => message.text().includes(part)))
      said?.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => said?.push(String(error)))
  const { origin } = new URL(url)
  page.on('request', (request) => {
    if (!request.url().startsWith('data:') && new URL(request.url()).origin !== origin) foreign?.push(request.url())
  })
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  if (options?.javaScriptEnabled !== false) await takenOver(page)
  return { page, said: said ?? [], foreign: foreign ?? [] }
}

/** Waits until the script has taken over what the document shows: before that, buttons work as without one. */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0)
}

/** Waits for the answer to a request. If none comes, fails with the text that the page shows instead. */
export async function answered(page: Page): Promise<void> {
  try {
    await page.waitForSelector('.below')
  } catch (cause) {
    throw new Error(`no answer is shown, but: ${await page.innerText('main')}`, { cause })
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Returns what axe-core finds wrong, as "rule: where". It is evaluated through the debugger: the page itself would not load it. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(async () => {
    // A seam: axe is a global there.
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }> }
    }
    const { violations } = await axe.run()
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    )
  })
}

/** Returns how much of what was drawn has moved without input of the visitor. */
export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let total = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value = 0, hadRecentInput = false } = entry as PerformanceEntry & { value?: number; hadRecentInput?: boolean }
            if (!hadRecentInput) total += value
          }
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(total), 100)
      }),
  )
}

/** Returns whether anything is wider than the window. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** From now on, counts the bars of a ping that were drawn before the answer; the returned function returns the count. */
export async function watchBars(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const drawn = new Set<number>()
    Object.assign(globalThis, { drawn })
    new MutationObserver(() => {
      if (document.querySelector('.outcome[aria-busy=true]')) drawn.add(document.querySelectorAll('.length rect').length)
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  // A seam: it was set above.
  return () => page.evaluate(() => [...(globalThis as unknown as { drawn: Set<number> }).drawn])
}

export const browserAndServer = (options: Parameters<typeof startServer>[0]) =>
  shared(async (owned) => ({ browser: owned.use(await openBrowser()), server: owned.use(await startServer(options)) }))

/** Returns a way to open a path of the page of such a server. */
export const opening =
  (world: ReturnType<typeof browserAndServer>) =>
  async (path = '', look: Look = {}) => {
    const { browser, server } = await world()
    return { ...(await visit(browser, `${server.url}/${path}`, look)), server }
  }
