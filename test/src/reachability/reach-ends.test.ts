// Every end of the packets over both families and protocols, in both languages: what reachability makes of it.
import { describe, expect, test } from 'bun:test'
import { WHERE_VERDICTS, type WhereVerdict } from '../../../src/net/where/index.ts'
import { askRecorded, plainOf, type Recorded, wordsIn } from '../../support/router/recorded-line.ts'
import { whereOf } from '../../support/where/situations.ts'

const LOCALES = ['en', 'ko'] as const
/** A service for each protocol that is asked nothing, and one that answers nobody it does not know. */
const USE_CASES = [
  { useCase: 'minecraft', protocol: 'tcp' },
  { useCase: 'satisfactory', protocol: 'udp' },
  { useCase: 'wireguard', protocol: 'udp' },
] as const
const CANNOT_SEE = /can't see its settings|설정을 볼 수 없습니다/
/** Sentences on forwarding over IPv6 that say that there is none, and the name of the plan. */
const NO_FORWARDING = /No forwarding is needed over IPv6\.|IPv6에서는 포트포워딩이 필요 없습니다\.|포트포워딩 안내/g

type Answer = Awaited<ReturnType<typeof askRecorded>>
const stepOf = ({ steps }: Answer, name: string) => steps.find(({ step }: Answer) => step === name)
const codesOf = ({ nextActions }: Answer): string[] => nextActions.map(({ code }: Answer) => code)

interface One extends Required<Pick<Recorded, 'version' | 'locale'>> {
  readonly verdict: WhereVerdict
  readonly useCase: string
  readonly protocol: 'tcp' | 'udp'
}

const EVERY: readonly One[] = WHERE_VERDICTS.flatMap((verdict) =>
  ([4, 6] as const).flatMap((version) =>
    USE_CASES.flatMap((named) => LOCALES.map((locale) => ({ verdict, version, locale, ...named }))),
  ),
)

function recordedOf({ verdict, version, locale, protocol }: One): Recorded {
  return { version, locale, where: whereOf(verdict, version, { distance: 7 }), ...plainOf(verdict, protocol) }
}

async function askAll(): Promise<{ one: One; found: Answer; check: Answer }[]> {
  return Promise.all(
    EVERY.map(async (one) => {
      const { useCase, protocol } = one
      const found = await askRecorded('reachability', { useCase, protocol, platform: 'linux' }, recordedOf(one))
      const check = await askRecorded('port-check', { useCase, protocol, port: found.port }, recordedOf(one))
      return { one, found, check }
    }),
  )
}

describe('wherever packets end', () => {
  const every = askAll()
  const each = async (check: (asked: Awaited<ReturnType<typeof askAll>>[number]) => void) => {
    for (const asked of await every)
      try {
        check(asked)
      } catch (error) {
        throw new Error(`${JSON.stringify(asked.one)}\n${asked.found.text}`, { cause: error })
      }
  }

  test('the sentences are whole, and in the language of the caller', () =>
    each(({ one, found }) => {
      const said = [found.headline, found.cause ?? '', ...found.steps.map(({ summary }: Answer) => summary)]
      for (const text of [...said, ...found.nextActions.map(({ text }: Answer) => text)])
        expect(text).not.toMatch(/[{}]|undefined|null|\[object/)
      expect(/[가-힣]/.test(found.headline + found.nextStep.text)).toBe(one.locale === 'ko')
      expect(['reachability', 'port-forward-plan']).toContain(found.nextStep.tool)
      expect(found.nextStep.request.useCase).toStartWith(one.useCase)
      expect(found.nextActions[0]).toEqual(found.nextStep)
      expect(new Set(codesOf(found)).size).toBe(codesOf(found).length)
    }))

  test('"we cannot see" is said only where nothing was seen', () =>
    each(({ one, found }) => {
      if (one.verdict !== 'cannot-tell') expect(found.text).not.toMatch(CANNOT_SEE)
      const plain = one.protocol === 'udp' ? 'udp-silent' : 'port-silent'
      expect(stepOf(found, 'port').code).toBe(one.verdict === 'cannot-tell' ? plain : `port-${one.verdict}`)
    }))

  test('silence over UDP proves nothing, and everything else is a cause', () =>
    each(({ one: { verdict, protocol }, found }) => {
      const isSilent = ['silent-device', 'silent-at-address', 'router-reached', 'cannot-tell'].includes(verdict)
      const expected = isSilent && protocol === 'udp' ? ['cannot-tell', null] : ['blocked', 'port']
      expect([found.verdict, found.blockedAt]).toEqual(expected)
      expect(found.cause === null).toBe(verdict === 'cannot-tell' || expected[0] === 'cannot-tell')
    }))

  test('a rule that works sends nobody back to it', () =>
    each(({ one: { verdict, version }, found }) => {
      const router = stepOf(found, 'router')
      if (found.steps[3].result.where.forwardingRule !== 'proven') return
      expect(router).toMatchObject(
        verdict === 'wrong-address' ? { status: 'problem', code: 'router-leads-out' } : { status: 'ok', code: 'router-forwards' },
      )
      expect(stepOf(found, 'nat')).toMatchObject({ status: 'ok', code: 'address-forwards' })
      expect(version).toBe(4)
      expect(codesOf(found)).not.toContain('forward-port')
      expect(found.nextStep.tool).toBe(verdict === 'wrong-address' ? 'port-forward-plan' : 'reachability')
    }))

  test('over IPv6 nothing is forwarded', () =>
    each(({ one: { version }, found }) => {
      if (version === 4) return
      const said = [found.headline, found.cause, ...found.steps, ...found.nextActions].map((part) =>
        JSON.stringify(part?.text ?? part?.summary ?? part),
      )
      for (const text of said) expect(text.replace(NO_FORWARDING, '')).not.toMatch(/forward|포워딩/i)
    }))

  test('port-check says the same, in the same words', () =>
    each(({ found, check }) => {
      expect([[check.situation, check.good], codesOf(check)]).toEqual([[found.situation, found.good], codesOf(found)])
      // Only reachability knows the system of the device, and the line for its firewall.
      const said = ({ nextActions }: Answer) =>
        nextActions.flatMap(({ code, text }: Answer) => (code === 'allow-on-device' ? [] : [text]))
      expect(said(check)).toEqual(said(found))
    }))

  test('headline, cause and first step say nothing twice', () =>
    each(({ found }) => {
      const sentences = [found.headline, found.cause, found.nextStep.text].flatMap((text) => text?.split(/(?<=[.]) /) ?? [])
      expect(new Set(sentences).size).toBe(sentences.length)
      if (found.cause !== null) expect(found.text).not.toContain(found.cause)
    }))

  test('the way is drawn, and half of the texts have at most 90 words', async () => {
    await each(({ one, found }) => {
      if (one.verdict !== 'cannot-tell') expect(found.text).toMatch(/\n(?:Internet|인터넷)[^-\n]* - /)
    })
    const words = (await every).map(({ found }) => wordsIn(found.text)).toSorted((one, other) => one - other)
    expect(words[words.length >> 1]).toBeLessThanOrEqual(90)
    expect(words.at(-1)).toBeLessThanOrEqual(120)
  })
})

test('a refusal whose end cannot be told is a refusal, and not silence', async () => {
  for (const version of [4, 6] as const)
    for (const protocol of ['tcp', 'udp'] as const) {
      const seen = { version, where: whereOf('cannot-tell', version), ...plainOf('refused-at-address', protocol) }
      const { headline, words, nextActions, text } = await askRecorded('port-check', { port: 25_565, protocol }, seen)
      expect({ headline, words }).toMatchObject({ words: { way: null, meaning: null } })
      expect(headline).not.toContain('Nothing came back')
      expect(text).not.toMatch(/drops|silence/i)
      expect(nextActions.map(({ code }: Answer) => code)).toContain('start-service')
    }
})

test('over IPv6, the router itself may be what refuses on the way', async () => {
  const where = whereOf('refused-on-the-way', 6)
  const found = await askRecorded(
    'reachability',
    { port: 25_565 },
    { version: 6, where, ...plainOf('refused-on-the-way', 'tcp') },
  )
  expect(stepOf(found, 'router').code).not.toBe('router-not-reached')
})
