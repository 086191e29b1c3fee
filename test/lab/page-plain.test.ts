// The page of the compiled file without a script: the caller's own address, and everything that sends nothing.
import { expect } from 'bun:test'
import { browserAndServer, browserTest, HOME, LOOPBACK_CHECKED, overflow, PHONE, VISITOR, visit } from '../support/page/page.ts'

const world = browserAndServer({ args: LOOPBACK_CHECKED })

/** A form, the values entered there, and the text that the page then shows. */
const FORMS = {
  'port-forward-plan': {
    entered: { useCase: 'minecraft-java', routerBrand: 'iptime', internalIp: '192.168.0.10' },
    shows: ['25565', '192.168.0.10'],
  },
  'router-login-route': { entered: { routerBrand: 'iptime' }, shows: ['http://192.168.0.1'] },
  'ip-lookup': { entered: { ip: '8.8.8.8' }, shows: ['8.8.8.0/24', '15169'] },
  'ip-location': { entered: { ip: VISITOR }, shows: ['Asia/Seoul'] },
} as const

browserTest('the check from outside is a form, and its answer is text', async () => {
  const { browser, server } = await world()
  const options = { javaScriptEnabled: false }
  const { page } = await visit(browser, server.url, { from: HOME, locale: 'ko', size: PHONE, options })
  await page.fill('#plain-port input[name=port]', '1')
  await page.click('#plain-port button')
  expect(page.url()).toBe(`${server.url}/api/tools/port-check?format=text&port=1`)
  expect(await page.textContent('pre')).toStartWith('127.0.0.9 주소의 TCP 1번 포트에 접속하면 거부됩니다.')
})

browserTest('address, network and place are in the document, and every form comes back with its result', async () => {
  const { browser, server } = await world()
  const { page, said, foreign } = await visit(browser, server.url, { size: PHONE, options: { javaScriptEnabled: false } })
  const you = await page.textContent('.you')
  for (const part of [VISITOR, 'AS4766', 'South Korea']) expect(you).toContain(part)
  for (const [tool, { entered, shows }] of Object.entries(FORMS)) {
    await page.goto(server.url)
    await page.click(`summary:has-text("${tool}")`)
    for (const [field, value] of Object.entries(entered)) await page.fill(`#plain-${tool}-${field}`, value)
    await page.click(`#plain-${tool} button`)
    expect(await page.textContent('h1 code')).toBe(tool)
    const result = await page.textContent('.outcome')
    for (const part of shows) expect(result).toContain(part)
    for (const [field, value] of Object.entries(entered)) expect(await page.inputValue(`#plain-${tool}-${field}`)).toBe(value)
    expect([tool, await overflow(page)]).toEqual([tool, 0])
  }
  await page.fill('#plain-ip-location-ip', '10.0.0.1')
  await page.click('#plain-ip-location button')
  expect(await page.textContent('.trouble')).toContain('not a public address')
  expect({ said, foreign }).toEqual({ said: [], foreign: [] })
})
