import { expect, test } from 'bun:test'
import { SITUATIONS } from '../../../src/advice/index.ts'
import { asTyped } from '../../../src/home/define.ts'
import { actionLabelsText } from '../../../src/registry/action-labels.text.ts'
import { firewall, OWN, OWN_6, open, PUBLIC, rule, shut, where } from '../../support/home/facts.ts'
import { adviceOn, type foundOf, SERVER } from '../../support/home/found.ts'
import { HOMES, shut6 } from '../../support/home/judged.ts'

const LABELLED = new Set(Object.keys(actionLabelsText.en))

type Part = Parameters<typeof foundOf>[0]
const advised = (part: Part, server: string | null = SERVER) => adviceOn(part, { server }).nextActions
const codes = (...given: Parameters<typeof advised>) => advised(...given).map(({ code }) => code)

test('every home gets a step, none twice, and the line to check again where something is to be done', () => {
  for (const [, home] of HOMES) {
    const { situation } = adviceOn(home)
    expect([null, ...SITUATIONS]).toContain(situation)
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
  expect(codes(home)).toEqual(['start-service', 'allow-on-device', 'correct-rule-address', 'reserve-address', 'check-again'])
})

test('a filter by origin is looked for first, whatever one place takes for the cause; what should stay shut is closed', () => {
  const split = { ip: PUBLIC, keptOut: 'Frankfurt' }
  for (const seen of [open(), shut()]) {
    const { situation, nextActions } = adviceOn({ outside: [seen], split })
    const steps = ['find-origin-filter', 'ask-provider', 'try-from-there', 'check-again']
    expect([situation, ...nextActions.map(({ code }) => code)]).toEqual(['filtered-by-origin', ...steps])
    expect(nextActions[0].text).toStartWith('Look for what keeps Frankfurt out: ')
    expect(nextActions.at(-1)?.text).toEndWith(': doorstep home --port 25565 --places --server https://ip.example.com')
  }
  const { situation, nextActions } = adviceOn({ outside: [shut()], split, advice: 'keep-shut' })
  expect([situation, nextActions[0].code]).toEqual(['exposed', 'protect-service'])
})

test('the lines to type have the protocol, and the server that was named', () => {
  const [, again] = advised({ computer: { listening: null }, asked: { port: 51_820, protocol: 'udp' } })
  expect(again?.text).toBe('Then check again: doorstep home --port 51820 --protocol udp --server https://ip.example.com')
  const [look] = advised({}, null)
  expect(look.text).toBe(
    'Have a doorstep on the internet look as well: doorstep home --port 25565 --server URL (URL is its address)',
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
  const last = (part: Part, port: number, hostname: string | null = 'home.example.com') => {
    const asked = { port, protocol: 'tcp', service: null, hostname, keepShut: false } as const
    return adviceOn({ ...part, asked }, { asked }).nextActions.at(-1)
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
  const failed = { outsideFailure: 'it is down' }
  const look = {
    code: 'look-from-outside',
    text: 'The server could not look (it is down). Mend that or try again, or ask another: doorstep home --port 25565 --server URL (URL is its address)',
  }
  const { situation, nextActions } = adviceOn({}, failed)
  expect([situation, nextActions]).toEqual(['not-checked', [look]])
  // The first thing to do stays the one that is certain inside.
  const certain = adviceOn({ computer: { listening: null } }, failed)
  expect(certain).toMatchObject({ situation: 'program-off', nextActions: [{ code: 'start-service' }, look] })
  expect(certain.nextActions.map(({ text }) => text).join()).not.toContain(SERVER)
})

test('two routers both need the rule', () => {
  const home = { outside: [shut()], rules: [], wanIp: '192.168.0.2', protocols: ['upnp-igd1'] as const }
  const steps = ['use-one-router', 'forward-upstream']
  expect(codes(home)).toEqual([...steps, 'forward-port', 'check-again'])
  expect(codes({ ...home, rules: [rule()] })).toEqual([...steps, 'see-plan', 'check-again'])
})

test('a firewall that could not be read is one of two things', () => {
  const end = { ...(shut().where ?? expect.unreachable()), verdict: 'silent-device', forwardingRule: 'proven' } as const
  const home = { outside: [shut(end)], computer: { firewall: firewall('unknown') } }
  expect(codes(home)).toEqual(['allow-on-device', 'correct-rule-address', 'check-again'])
  expect(codes({ ...home, rules: [rule()] })).toEqual(['allow-on-device', 'check-again'])
})

test('over a line that is shared, IPv6 is the other way', () => {
  const ways = ['use-relay', 'ask-public-address', 'see-alternatives']
  expect(codes({ wanIp: '100.64.0.7' })).toEqual([...ways, 'open-pinhole', 'check-again'])
  expect(codes({ wanIp: '100.64.0.7', computer: { address6: null } })).toEqual([...ways, 'check-again'])
})

test('nothing is to be opened that should stay shut', () => {
  const shutWell = { outside: [shut()], rules: [], advice: 'keep-shut', protocols: ['upnp-igd1'] } as const
  for (const home of [shutWell, { computer: { listening: null }, advice: 'keep-shut' } as const]) {
    expect(adviceOn(home)).toMatchObject({ situation: 'better-shut', nextActions: [{ code: 'use-safer-way' }] })
    expect(codes(home)).toHaveLength(1)
  }
  // It may be open.
  expect(codes({ advice: 'keep-shut' }, null)).toEqual(['look-from-outside', 'use-safer-way'])
  const open3 = [
    open(),
    open({ verdict: 'blocked', codes: ['port-open', 'service-other'] }),
    { ...open(), proof: 'someone-else' as const },
  ]
  for (const seen of open3)
    expect(adviceOn({ outside: [seen], advice: 'keep-shut' })).toMatchObject({
      situation: 'exposed',
      nextActions: [{ code: 'protect-service' }],
    })
})

test('a program that does not run yet is started once its port is open', () => {
  const home = { outside: [shut(undefined, { proof: 'no-answer' })], rules: [], protocols: ['pcp'] as const }
  const missing = { listening: null }
  expect(codes({ ...home, computer: missing, heldBy: 'us' })).toEqual([
    'compare-router-address',
    'forward-port',
    'open-port',
    'start-service',
    'check-again',
  ])
  const known = { ...home, wanIp: PUBLIC }
  expect(codes({ ...known, outside: [shut()] })).toEqual(['forward-port', 'open-port', 'check-again'])
})

test('a rule that is not listed leaves a firewall that could not be read', () => {
  const home = { outside: [shut()], rules: [], wanIp: PUBLIC, computer: { firewall: firewall('unknown') } }
  expect(codes(home)).toEqual(['forward-port', 'allow-on-device', 'check-again'])
  expect(advised(home)[1]?.text).toEndWith('in the firewall of this computer: sudo ufw allow 25565/tcp')
  expect(codes({ ...home, computer: { firewall: firewall('no') } })).toEqual(['forward-port', 'check-again'])
})

test('an answer proves nothing where no rule is seen to lead here', () => {
  const unproven = ['tell-friends', 'prove-by-listening', 'test-from-outside']
  expect(codes({ outside: [open()], rules: [] })).toEqual(unproven)
  expect(codes({ outside: [open()], wanIp: PUBLIC, rules: [rule()] })).toEqual(['tell-friends', 'test-from-outside'])
  // The router in front may pass it to another device.
  expect(codes({ outside: [open()], wanIp: '192.168.0.2', rules: [rule()] })).toEqual(unproven)
})

test('the address of the router is compared before a rule is made, where a hop is shared', () => {
  const home = { outside: [shut()], hops: ['192.168.1.1', '100.64.0.1'] }
  expect(codes(home)).toEqual(['compare-router-address', 'forward-port', 'check-again'])
  expect(advised(home)[0].text).toContain(PUBLIC)
  expect(advised(home)[0].url).toBe('http://192.168.1.1')
  expect(advised(home).at(-1)?.text).toEndWith(': doorstep home --port 25565 --router-wan-ip WAN --server https://ip.example.com')
  expect(codes({ ...home, wanIp: '100.64.0.7' })).toContain('ask-public-address')
  expect(codes({ ...home, wanIp: PUBLIC })[0]).toBe('forward-port')
})

test('a version of IP that was looked at has its step, and no rule of IPv4 leads to an address of IPv6', () => {
  const over6 = shut6('router-reached')
  const both = { outside: [shut(), over6], wanIp: PUBLIC }
  expect(codes(both)).toEqual(['forward-port', 'open-pinhole', 'check-again'])
  expect(advised(both)[1]?.text).toContain(`${OWN_6} in the IPv6 firewall`)
  const elsewhere = shut(where('refused-by-device', { forwardingRule: 'proven' }))
  const half = advised({ outside: [open({ version: 6, ip: OWN_6, codes: [] }), elsewhere] })
  expect(half.find(({ code }) => code === 'correct-rule-address')?.text).toContain(`${OWN}, port 25565.`)
})

test('what makes the look itself doubtful comes first', () => {
  expect(codes({ computer: { vpn: true } }, null)).toEqual(['connect-directly', 'look-from-outside'])
  const inside = { computer: { inside: 'container' as const }, outside: [shut()], wanIp: PUBLIC }
  expect(codes(inside)).toEqual(['run-outside-container', 'forward-port', 'check-again'])
  expect(codes({ ...inside, protocols: ['pcp'] })).not.toContain('run-outside-container')
})

test('over IPv6 nothing is said of public addresses from inside, or of IPv4 rules', () => {
  const at6 = { version: 6, ip: '2001:db8:1::10' } as const
  expect(codes({ outside: [open(at6)], rules: [] })).toEqual(['tell-friends'])
})
