// The answers of port-check by where packets ended: the words, the steps, and what a proven rule rules out.
import { describe, expect, test } from 'bun:test'
import { WHERE_VERDICTS, type WhereVerdict } from '../../../src/net/where/index.ts'
import { mintRequester } from '../../../src/policy/target.ts'
import portCheck from '../../../tools/port-check.ts'
import { addressOf } from '../../support/policy/rules.ts'
import { wordsIn } from '../../support/router/recorded-line.ts'
import { runTool } from '../../support/where/run-tool.ts'
import { whereOf } from '../../support/where/situations.ts'

const HOME = { 4: '9.9.9.9', 6: '2620:fe::fe' } as const
/** The network of Cox, which blocks TCP port 80 on all lines, and port 25. */
const COX = { asn: 22_773, organization: 'Cox Communications' }

interface Asked {
  readonly version?: 4 | 6
  readonly port?: number
  readonly protocol?: 'tcp' | 'udp'
  readonly useCase?: string
  readonly explain?: boolean
}

type Given = Omit<Parameters<typeof runTool>[2], 'body' | 'target' | 'where'> & { where?: ReturnType<typeof whereOf> }

function check(
  verdict: WhereVerdict | null,
  { version = 4, port = 25_565, protocol = 'tcp', ...rest }: Asked = {},
  given: Given = {},
) {
  const target = mintRequester(addressOf(HOME[version]), port)
  const where = verdict === null ? null : whereOf(verdict, version)
  return runTool('port-check', portCheck, { where, ...given, target, body: { port, protocol, ...rest } })
}

const codesOf = ({ answer }: Awaited<ReturnType<typeof check>>): string[] =>
  answer.nextActions.map(({ code }: { code: string }) => code)

const EVERY = WHERE_VERDICTS.flatMap((verdict) =>
  ([4, 6] as const).flatMap((version) => (['tcp', 'udp'] as const).map((protocol) => ({ verdict, version, protocol }))),
)

test('every end has a headline of its own, the line, one to five steps and in the details the meaning, in both languages', async () => {
  for (const locale of ['en', 'ko'] as const)
    for (const { verdict, ...asked } of EVERY) {
      const found = await check(verdict, asked, { locale })
      const { headline, words, nextActions } = found.answer
      expect([verdict, headline.includes(HOME[asked.version])]).toEqual([verdict, true])
      expect(words.way).toStartWith(locale === 'en' ? 'Internet (97 hops) - ' : '인터넷(97홉) - ')
      expect(words.meaning).toMatch(/[.]$/)
      expect(nextActions.length).toBeWithin(1, 6)
      const lines = found.text().split('\n')
      expect(lines.slice(0, 2)).toEqual([headline, ''])
      expect(lines).toContain(words.way)
      // The meaning is what there is to do.
      expect(lines).not.toContain(words.meaning)
      expect(found.text(true).split('\n')).toContain(words.meaning)
    }
})

test('the text has at most 70 words in the median over all ends', async () => {
  const counts = await Promise.all(EVERY.map(async ({ verdict, ...asked }) => wordsIn((await check(verdict, asked)).text())))
  const sorted = counts.toSorted((one, other) => one - other)
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(70)
  expect(sorted.at(-1)).toBeLessThan(120)
})

test('WireGuard behind a rule: the rule is there, and its silence is by design', async () => {
  const found = await check('silent-device', { port: 51_820, protocol: 'udp' })
  expect(found.text(true)).toStartWith(
    [
      'The router at 9.9.9.9 forwards UDP port 51820, but the device behind it did not answer.',
      '',
      'Internet (97 hops) - Provider - Router: Has the rule - Device: No answer',
      '',
      'The rule is there. This service (WireGuard VPN server) does not answer strangers, so it may well be running;',
    ].join('\n'),
  )
  expect(codesOf(found)).toEqual(['try-the-program', 'allow-on-device', 'allow-in-router'])
})

describe('a provider that blocks the port', () => {
  const there = async (verdict: WhereVerdict, port = 80) => codesOf(await check(verdict, { port }, { network: COX }))

  test('is named first where the end may be its doing', async () => {
    for (const verdict of ['silent-at-address', 'cannot-tell', 'stopped-before'] as const)
      expect(await there(verdict)).toEqual(['use-other-port', 'ask-provider'])
    expect(await there('stopped-before', 25)).toEqual(['ask-to-unblock'])
  })

  test('is not blamed where packets to the port came through', async () => {
    for (const verdict of ['refused-by-device', 'silent-device', 'no-device', 'wrong-address', 'refused-at-address'] as const) {
      const { nextActions, words, headline } = (await check(verdict, { port: 80 }, { network: COX })).answer
      expect(JSON.stringify([verdict, nextActions, words, headline])).not.toMatch(/Cox|block/)
    }
  })
})

test('what comes back is told while it is looked, and the evidence is in the details', async () => {
  const found = await check('silent-device')
  expect(found.events).toEqual([{ hopLimit: 97, from: 'target', reason: 'hop-limit-exceeded' }])
  expect(portCheck.printEvent?.(found.events[0], 'en')).toBe('hop limit 97: the public address (hop-limit-exceeded)')
  expect(portCheck.printEvent?.({ hopLimit: 98, from: null, reason: null }, 'ko')).toBe('홉 제한 98: 응답 없음')
  expect(found.text(true)).toContain('\n- hop limit 97: the public address (hop-limit-exceeded)\n')
  expect(found.text()).not.toContain('hop limit')
})

test('with explain: false nobody looks, and the answer is that of before', async () => {
  const found = await check('silent-device', { explain: false })
  expect(found.looks).toEqual([])
  expect(found.answer).toMatchObject({ where: null, words: { way: null, meaning: null, identity: null } })
  expect(codesOf(found)).toEqual(['compare-router-address', 'forward-port', 'allow-on-device'])
  expect(found.headline).toBe('Nothing came back from TCP port 25565 at 9.9.9.9.')
})

test('the router after which packets stop is not shown where it is in the network of this server', async () => {
  const shown = await check('stopped-before', {}, { network: { asn: 64_500, organization: 'Example Telecom' } })
  expect(shown.answer.where.stoppedAfter).toEqual({ hop: 96, address: '192.0.2.7', asn: 64_500, organization: 'Example Telecom' })
  expect(shown.headline).toContain('after a router of Example Telecom')
  const hidden = await check('stopped-before', {}, { mayShow: ({ text }) => text !== '192.0.2.7' })
  expect(hidden.answer.where.stoppedAfter).toBeNull()
  expect(JSON.stringify(hidden.answer) + hidden.text(true)).not.toContain('192.0.2.7')
  expect(hidden.headline).toContain('after a router on the way')
})
