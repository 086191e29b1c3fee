// The things to do after listening, in both languages.
import { expect, test } from 'bun:test'
import { OUTCOMES, type Outcome } from '../../../../src/home/listening/judge.ts'
import { type Facts, stepsFor, stepsOver } from '../../../../src/home/listening/steps.ts'
import { actionLabelsText } from '../../../../src/registry/action-labels.text.ts'

const FIREWALL = { kind: 'ufw', blocks: 'unknown', line: 'sudo ufw allow 25565/tcp' } as const
const FACTS: Facts = {
  ...{ outcome: 'not-seen', version: 4, ip: '203.0.113.5', port: 25_565, protocol: 'tcp', reason: 'rate-limited', locale: 'en' },
  computer: { address: '192.168.1.10', vpn: false, firewall: FIREWALL, inside: null },
  server: new URL('https://ip.example.com/'),
}
const codesOf = (facts: Partial<Facts>) => stepsFor({ ...FACTS, ...facts }).map(({ code }) => code)
const textsOf = (facts: Partial<Facts>) => stepsFor({ ...FACTS, ...facts }).map(({ text }) => text)

test('every outcome has a step, each with a label, without an empty slot, over IPv6 without a rule', () => {
  for (const outcome of OUTCOMES) {
    for (const version of [4, 6] as const) {
      // No such thing is judged over IPv6.
      if (version === 6 && ['not-seen', 'wrong-device', 'router-refuses'].includes(outcome)) continue
      for (const locale of ['en', 'ko'] as const) {
        for (const firewall of [FIREWALL, null, { ...FIREWALL, blocks: 'no' } as const]) {
          const steps = stepsFor({ ...FACTS, outcome, version, locale, computer: { ...FACTS.computer, firewall } })
          expect([outcome, steps.length > 0]).toEqual([outcome, true])
          for (const { code, text } of steps) {
            expect(Object.keys(actionLabelsText.en)).toContain(`${code}`)
            expect(text).not.toMatch(/[{}]|: *$|\(\)/)
            if (version === 6) expect(text).not.toMatch(/rule for|Forward |포트포워딩 규칙/)
          }
        }
      }
    }
  }
})

test('the rule is to lead to this computer, whose address is said where it is known', () => {
  expect(textsOf({ outcome: 'someone-else' })[0]).toContain('lead to this computer (192.168.1.10).')
  expect(textsOf({ outcome: 'someone-else', locale: 'ko' })[0]).toContain('이 컴퓨터의 주소(192.168.1.10)에 맞게')
  const unknown = { ...FACTS.computer, address: null }
  for (const computer of [unknown, { ...FACTS.computer, inside: 'container' as const }])
    expect(textsOf({ outcome: 'someone-else', computer })[0]).toContain('lead to this computer.')
})

test.each<[Outcome, Partial<Facts>, readonly string[]]>([
  ['not-seen', {}, ['forward-port', 'allow-on-device', 'compare-router-address']],
  ['kept-out', {}, ['allow-on-device', 'correct-rule-address']],
  ['kept-out', { computer: { ...FACTS.computer, firewall: null } }, ['correct-rule-address']],
  ['kept-out', { version: 6, computer: { ...FACTS.computer, firewall: null } }, ['open-pinhole']],
  ['someone-else', { version: 6 }, ['check-program']],
  ['someone-else', { ip: '192.168.1.10' }, ['check-program']],
])('%s: %p', (outcome, more, codes) => {
  expect(codesOf({ outcome, ...more })).toEqual([...codes])
})

test('lines to type are whole: the firewall of this computer, and having the router asked', () => {
  expect(textsOf({ outcome: 'kept-out' })[0]).toEndWith(': sudo ufw allow 25565/tcp')
  const udp = textsOf({ protocol: 'udp' })[0]
  expect(udp).toEndWith('doorstep open 25565 --protocol udp --server https://ip.example.com')
})

test('a VPN is blamed for lost answers only where there is one', () => {
  expect(textsOf({ outcome: 'answer-lost', computer: { ...FACTS.computer, vpn: true } })[0]).toContain('through the VPN')
  expect(textsOf({ outcome: 'answer-lost' })[0]).toContain('a second line, a second router or a VPN')
})

test('over both versions, the other one adds what is not said yet', () => {
  const four = { ...FACTS, outcome: 'proven' } as const
  const six = { ...FACTS, version: 6, ip: '2001:db8::5', outcome: 'pinhole' } as const
  const steps = stepsOver([four, six])
  expect(steps.map(({ code }) => code)).toEqual(['start-service', 'open-pinhole'])
  expect(steps[1]?.text).toStartWith('IPv6: Allow TCP port 25565 to 2001:db8::5')
  expect(stepsOver([four, { ...six, outcome: 'proven' }])).toHaveLength(1)
  expect(stepsOver([four, { ...six, outcome: 'unchecked' }])).toHaveLength(1)
})
