import { expect, test } from 'bun:test'
import { adviceFor } from '../../../src/home/advice.ts'
import { asTyped } from '../../../src/home/world.ts'
import { actionLabelsText } from '../../../src/registry/action-labels.text.ts'
import { firewall, OWN, OWN_6, open, PUBLIC, rule, shut, where } from '../../support/home/facts.ts'
import { foundOf, SERVER } from '../../support/home/found.ts'
import { HOMES, shut6 } from '../../support/home/judged.ts'

const LABELLED = new Set(Object.keys(actionLabelsText.en))

const advised = (part: Parameters<typeof foundOf>[0], server: string | null = SERVER) =>
  adviceFor({ found: foundOf(part, 'en'), locale: 'en', server, menu: null, safer: null })
const codes = (...given: Parameters<typeof advised>) => advised(...given).map(({ code }) => code)

test('every home gets a step, none twice, and the line to check again where something is to be done', () => {
  for (const [, home] of HOMES) {
    const texts = advised(home).map(({ text }) => text)
    expect(codes(home).filter((code) => !LABELLED.has(code))).toEqual([])
    expect(new Set(texts).size).toBe(texts.length)
    expect(texts.join(' ')).not.toMatch(/[{}]|undefined|null/)
  }
  expect(codes({ computer: { listening: null } })).toEqual(['start-service', 'check-again'])
  expect(codes({ outside: [{ ...open(), proof: 'proven' }], heldBy: 'us', computer: { listening: null } })).toEqual([
    'start-service',
  ])
})

test('all that is certain to be in the way is to be done, in its order', () => {
  const home = { rules: [rule({ internalIp: '192.168.1.77' })], computer: { firewall: firewall('yes'), listening: null } }
  expect(codes(home)).toEqual(['start-service', 'allow-on-device', 'correct-rule-address', 'check-again'])
})

test('the lines to type have the protocol, and the server that was named', () => {
  const [, again] = advised({ computer: { listening: null }, asked: { port: 51_820, protocol: 'udp' } })
  expect(again?.text).toBe('Then check again: doorstep home --port 51820 --protocol udp --server https://ip.example.com')
  const [look] = advised({}, null)
  expect(look.text).toBe(
    'Have a doorstep on the internet look as well (its address in place of URL): doorstep home --port 25565 --server URL',
  )
  const [, plain] = advised({ computer: { listening: null } }, null)
  expect(plain?.text).toBe('Then check again: doorstep home --port 25565')
  const [allow] = advised({ computer: { firewall: firewall('yes') }, asked: { port: 25_565, protocol: 'udp' } })
  expect(allow.text).toBe('Allow the port in the firewall of this computer: sudo ufw allow 25565/tcp')
})

test('a server at an address of IPv6 is quoted, since shells take brackets for their own', () => {
  expect(asTyped(new URL('http://[2001:db8::1]:8080/'))).toBe("'http://[2001:db8::1]:8080'")
  expect(asTyped(new URL('https://ip.example.com/below/'))).toBe('https://ip.example.com/below')
})

test('after an open port 80 or 443 of a name comes its certificate', () => {
  const last = (part: Parameters<typeof foundOf>[0], port: number, hostname: string | null = 'home.example.com') => {
    const found = foundOf({ ...part, asked: { port, protocol: 'tcp' } }, 'en')
    const named = { ...found, asked: found.asked && { ...found.asked, hostname } }
    return adviceFor({ found: named, locale: 'en', server: SERVER, menu: null, safer: null }).at(-1)
  }
  const proven = { outside: [{ ...open(), proof: 'proven' as const }], heldBy: 'us' as const, computer: { listening: null } }
  expect(last(proven, 443)?.code).toBe('check-issuance')
  expect(last(proven, 443)?.text).toEndWith(': doorstep listen 443 --hostname home.example.com --server https://ip.example.com')
  expect(last({ outside: [open()] }, 80)?.text).toEndWith(
    ': doorstep certificate-check home.example.com --server https://ip.example.com',
  )
  for (const other of [last(proven, 8443), last(proven, 443, null), last({ outside: [shut()], rules: [] }, 443)])
    expect(other?.code).not.toBe('check-issuance')
})

test('a server that could not look is not named again', () => {
  const found = { ...foundOf({}, 'en'), outsideFailure: 'it is down' }
  const [look, ...others] = adviceFor({ found, locale: 'en', server: SERVER, menu: null, safer: null })
  expect(look).toMatchObject({
    code: 'look-from-outside',
    text: 'The server could not look (it is down). Mend that, or name another in place of URL: doorstep home --port 25565 --server URL',
  })
  expect(others.map(({ text }) => text).join()).not.toContain(SERVER)
})

test('two routers both need the rule', () => {
  const home = { outside: [shut()], rules: [], wanIp: '192.168.0.2', protocols: ['upnp-igd1'] as const }
  expect(codes(home)).toEqual(['forward-upstream', 'forward-port', 'check-again'])
  expect(codes({ ...home, rules: [rule()] })).toEqual(['forward-upstream', 'check-again'])
})

test('a firewall that could not be read is one of two things', () => {
  const end = { ...(shut().where ?? expect.unreachable()), verdict: 'silent-device', forwardingRule: 'proven' } as const
  const home = { outside: [shut(end)], computer: { firewall: firewall('unknown') } }
  expect(codes(home)).toEqual(['allow-on-device', 'forward-port', 'check-again'])
  expect(codes({ ...home, rules: [rule()] })).toEqual(['allow-on-device', 'check-again'])
})

test('over a line that is shared, IPv6 is the other way', () => {
  expect(codes({ wanIp: '100.64.0.7' })).toEqual(['ask-public-address', 'open-pinhole', 'check-again'])
  expect(codes({ wanIp: '100.64.0.7', computer: { address6: null } })).toEqual(['ask-public-address', 'check-again'])
})

test('nothing is to be opened that should stay shut', () => {
  expect(codes({ outside: [shut()], rules: [], advice: 'keep-shut', protocols: ['upnp-igd1'] })).toEqual(['use-safer-way'])
  expect(codes({ computer: { listening: null }, advice: 'keep-shut' })).toEqual(['use-safer-way'])
})

test('a program that does not run yet is started once its port is open', () => {
  const home = { outside: [shut(undefined, { proof: 'no-answer' })], rules: [], protocols: ['pcp'] as const }
  const missing = { listening: null }
  expect(codes({ ...home, computer: missing, heldBy: 'us' })).toEqual([
    'open-port',
    'forward-port',
    'start-service',
    'check-again',
  ])
  expect(codes({ ...home, outside: [shut()] })).toEqual(['open-port', 'forward-port', 'check-again'])
})

test('a rule that is not listed leaves a firewall that could not be read', () => {
  const home = { outside: [shut()], rules: [], computer: { firewall: firewall('unknown') } }
  expect(codes(home)).toEqual(['forward-port', 'allow-on-device', 'check-again'])
  expect(advised(home)[1]?.text).toEndWith('in the firewall of this computer: sudo ufw allow 25565/tcp')
  expect(codes({ ...home, computer: { firewall: firewall('no') } })).toEqual(['forward-port', 'check-again'])
})

test('an answer proves nothing where no rule is seen to lead here', () => {
  expect(codes({ outside: [open()], rules: [] })).toEqual(['forward-port', 'prove-by-listening'])
  expect(codes({ outside: [open()], wanIp: PUBLIC, rules: [rule()] })).toEqual(['forward-port'])
  // The router in front may pass it to another device.
  expect(codes({ outside: [open()], wanIp: '192.168.0.2', rules: [rule()] })).toEqual(['forward-port', 'prove-by-listening'])
})

test('the address of the router is compared before a rule is made, where a hop is shared', () => {
  const home = { outside: [shut()], hops: ['192.168.1.1', '100.64.0.1'] }
  expect(codes(home)).toEqual(['compare-router-address', 'forward-port'])
  expect(advised(home)[0].text).toContain(`with ${PUBLIC}. If it differs, no rule helps`)
  expect(advised(home)[0].text).toEndWith(': doorstep home --port 25565 --router-wan-ip WAN --server https://ip.example.com')
  expect(codes({ ...home, wanIp: '100.64.0.7' })[0]).toBe('ask-public-address')
  expect(codes({ ...home, wanIp: PUBLIC })[0]).toBe('forward-port')
})

test('a version of IP that was looked at has its step, and no rule of IPv4 leads to an address of IPv6', () => {
  const over6 = shut6('router-reached')
  expect(codes({ outside: [shut(), over6] })).toEqual(['forward-port', 'open-pinhole', 'ask-provider', 'check-again'])
  expect(advised({ outside: [shut(), over6] })[1]?.text).toContain(`${OWN_6} in the IPv6 firewall`)
  const elsewhere = shut(where('refused-by-device', { forwardingRule: 'proven' }))
  const half = advised({ outside: [open({ version: 6, ip: OWN_6, codes: [] }), elsewhere] })
  expect(half.find(({ code }) => code === 'forward-port')?.text).toEndWith(`has to lead to ${OWN}, port 25565.`)
})

test('what makes the look itself doubtful comes first', () => {
  expect(codes({ computer: { vpn: true } }, null)).toEqual(['connect-directly', 'look-from-outside'])
  const inside = { computer: { inside: 'container' as const }, outside: [shut()] }
  expect(codes(inside)).toEqual(['run-outside-container', 'forward-port', 'ask-provider', 'check-again'])
  expect(codes({ ...inside, protocols: ['pcp'] })).not.toContain('run-outside-container')
})

test('over IPv6 nothing is said of public addresses from inside, or of IPv4 rules', () => {
  const at6 = { version: 6, ip: '2001:db8:1::10' } as const
  expect(codes({ outside: [open(at6)], rules: [] })).toEqual(['try-the-program'])
})
