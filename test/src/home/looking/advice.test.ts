import { expect, test } from 'bun:test'
import { asTyped } from '../../../../src/home/define.ts'
import { firewall, open, PUBLIC, rule, shut } from '../../../support/home/facts.ts'
import { adviceOn, type foundOf, SERVER } from '../../../support/home/found.ts'

type Part = Parameters<typeof foundOf>[0]
const advised = (part: Part, server: string | null = SERVER) => adviceOn(part, { server }).nextActions
const codes = (...given: Parameters<typeof advised>) => advised(...given).map(({ code }) => code)

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

test('a server at an address of IPv6 is quoted, since shells take brackets for their own', () => {
  expect(asTyped(new URL('http://[2001:db8::1]:8080/'))).toBe("'http://[2001:db8::1]:8080'")
  expect(asTyped(new URL('https://ip.example.com/below/'))).toBe('https://ip.example.com/below')
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

test('an answer proves nothing where no rule is seen to lead here', () => {
  const unproven = ['tell-friends', 'prove-by-listening', 'test-from-outside']
  expect(codes({ outside: [open()], rules: [] })).toEqual(unproven)
  expect(codes({ outside: [open()], wanIp: PUBLIC, rules: [rule()] })).toEqual(['tell-friends', 'test-from-outside'])
  // The router in front may pass it to another device.
  expect(codes({ outside: [open()], wanIp: '192.168.0.2', rules: [rule()] })).toEqual(unproven)
})

test('what makes the look itself doubtful comes first', () => {
  expect(codes({ computer: { vpn: true } }, null)).toEqual(['connect-directly', 'look-from-outside'])
  const inside = { computer: { inside: 'container' as const }, outside: [shut()], wanIp: PUBLIC }
  expect(codes(inside)).toEqual(['run-outside-container', 'forward-port', 'check-again'])
  expect(codes({ ...inside, protocols: ['pcp'] })).not.toContain('run-outside-container')
})
