// Every tool in every state that a small internet brings about: nothing is too narrow to read, nothing shows the name of a field, and a
// Korean page has no English titles.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { labTest } from '../support/lab.ts'
import { openLoopback } from '../support/net/network.ts'
import { axeFindings, openBrowser, overflow, PHONE, visit } from '../support/page/page.ts'
import { englishIn, fieldNames, narrowTexts } from '../support/page/readable.ts'
import { BAD, FAR, HOME, PAGE_WORLD_NEEDS, startPageWorld } from '../support/page/world.ts'
import { shared } from '../support/shared.ts'

const everything = shared(async (owned) => {
  owned.defer(openLoopback())
  const browser = owned.use(await openBrowser())
  return { browser, world: owned.use(await startPageWorld()) }
})

/** The states of each tool, as links that fill its form. */
const STATES: Readonly<Record<string, string>> = {
  'reachability-silent': 'reachability?port=8080',
  'reachability-service': 'reachability?useCase=minecraft-java&routerBrand=iptime&internalIp=192.168.0.10',
  'reachability-no-need': 'reachability?useCase=tailscale',
  'reachability-console': 'reachability?useCase=playstation',
  'reachability-provider': 'reachability?useCase=minecraft-java&routerWanIp=100.64.0.7',
  'port-check-closed': 'port-check?port=8080',
  'public-service-check-tls': `public-service-check?target=${BAD}&port=443&scheme=https`,
  'public-service-check-refused': `public-service-check?target=${BAD}&port=444`,
  'public-service-check-unresolved': 'public-service-check?target=nobody.test&port=80',
  'plan-known': 'port-forward-plan?useCase=minecraft-java&routerBrand=iptime&internalIp=192.168.0.10',
  'plan-unknown': 'port-forward-plan?useCase=plex&routerBrand=foobar 3000',
  'plan-provider': 'port-forward-plan?useCase=minecraft-java&routerWanIp=100.64.0.7&isp=kt',
  login: 'router-login-route?routerBrand=iptime&platform=windows',
  'login-unknown': 'router-login-route',
  'ddns-mismatch': `ddns-match?hostname=${FAR}`,
  'ddns-unresolved': 'ddns-match?hostname=nobody.test',
  'dns-a': `dns-lookup?domain=${FAR}`,
  'dns-missing': 'dns-lookup?domain=nobody.test&recordType=MX',
  propagation: `dns-propagation?domain=${FAR}`,
  'reverse-found': `reverse-dns?ip=${HOME}`,
  'reverse-missing': 'reverse-dns?ip=198.18.4.77',
  certificate: `certificate-check?domain=${FAR}`,
  headers: `http-headers?url=https://${BAD}/`,
  'headers-refused': `http-headers?url=http://${BAD}:81/`,
  'ssl-bad': `ssl-check?host=${BAD}`,
  'ssl-closed': `ssl-check?host=${BAD}&port=444`,
  'ping-reply': `ping?host=${FAR}`,
  'ping-lost': 'ping?host=198.18.4.77&count=2',
  trace: `traceroute?host=${FAR}`,
  'trace-lost': 'traceroute?host=198.18.4.77',
  'ip-lookup': 'ip-lookup?ip=168.126.63.1',
  'ip-location': 'ip-location?ip=168.126.63.1',
  'refused-port': 'port-check?port=70000',
  'refused-name': 'reachability?useCase=qwertzuiop',
}
/** The states whose every rule of accessibility is checked, which takes time: each drawing once, and the two kinds of refusal. */
const CHECKED_WHOLLY = new Set(['reachability-service', 'plan-provider', 'login', 'ddns-mismatch', 'dns-a', 'reverse-found'])

/** Refusals are not told in another language. */
const isRefusal = (name: string) => name.startsWith('refused')

async function findingsOf(page: Page, url: string, name: string): Promise<readonly string[]> {
  const link = STATES[name] ?? ''
  const [tool = ''] = link.split('?')
  await page.setViewportSize(PHONE)
  await page.goto('about:blank')
  await page.goto(`${url}/?lang=en#${link}`)
  await page.click('.form .main')
  await page.waitForSelector('.below, .trouble, .error:not(:empty)', { timeout: 20_000 })
  // The card of the router asks for what an answer lacks.
  if (/^(reachability|plan)/.test(name)) await page.waitForLoadState('networkidle')
  const english = await readIn(page, tool, name, 'en')
  if (isRefusal(name)) return english
  // The same result in other words, without another check.
  await page.click('.language')
  await page.waitForSelector('main [lang=ko] .below')
  await page.waitForFunction(() => /[가-힣]/.test(document.querySelector('h1')?.textContent ?? ''))
  return [...english, ...(await readIn(page, tool, name, 'ko'))]
}

async function readIn(page: Page, tool: string, name: string, locale: 'en' | 'ko'): Promise<string[]> {
  await page.setViewportSize(PHONE)
  const narrow = (await narrowTexts(page)).map((text) => `narrow: ${text}`)
  const wide = (await overflow(page)) > 0 ? ['wider than the window'] : []
  const fields = (await fieldNames(page, tool)).map((text) => `field: ${text}`)
  const english = locale === 'ko' ? (await englishIn(page)).map((text) => `English: ${text}`) : []
  const rules = CHECKED_WHOLLY.has(name) && locale === 'ko' ? await axeFindings(page) : []
  return [...narrow, ...wide, ...fields, ...english, ...rules].map((finding) => `${locale}: ${finding}`)
}

labTest('results of every tool can be read on a phone, in both languages', PAGE_WORLD_NEEDS, async () => {
  const { browser, world } = await everything()
  const { page } = await visit(browser, world.url, { from: HOME, size: PHONE })
  const findings: Record<string, readonly string[]> = {}
  for (const name of Object.keys(STATES)) {
    const found = await findingsOf(page, world.url, name).catch((error) => [String(error)])
    if (found.length > 0) findings[name] = found
  }
  expect(findings).toEqual({})
})
