// Homes as `doorstep home` answers them.
import type { Locale } from '../../../src/contract/text.ts'
import { renderBlocks } from '../../../src/faces/text/blocks.ts'
import { type Advised, homeAdvice } from '../../../src/home/advice.ts'
import { type HomeFacts, hintsOf } from '../../../src/home/ask.ts'
import { homeTold } from '../../../src/home/boxes.ts'
import type { HomeFound } from '../../../src/home/fields.ts'
import { boxesText } from '../../../src/home/say.text.ts'
import { sayHome } from '../../../src/home/tools/home.ts'
import { judgeHome } from '../../../src/home/verdict.ts'
import { parseAddress } from '../../../src/policy/address.ts'
import { embeddedCatalogue } from '../../../src/router/catalogue/load.ts'
import { factsOf, readHints, serviceOf } from '../../../src/router/index.ts'
import { type HomePart, homeOf } from './facts.ts'

export const SERVER = 'https://ip.example.com'

export function foundOf(part: HomePart, locale: Locale): HomeFound {
  const facts = homeOf(part)
  const judged = judgeHome(facts)
  const { asked, gateway, computer } = facts
  const sight = facts.outside.find(({ version }) => version === judged.ipVersion)
  const nextStep = { code: 'forward-port', text: 'Forward it.' }
  return {
    asked: asked && { ...asked, service: null, hostname: null, keepShut: facts.advice === 'keep-shut' },
    computer,
    gateway: gateway && {
      address: '192.168.1.1',
      model: 'ipTIME AX3000M',
      routerBrand: 'iptime',
      wanIpFrom: null,
      protocols: [...(part.protocols ?? [])],
      wanIp: part.wanIp ?? null,
      rules: gateway.rules && [...gateway.rules],
    },
    line: lineOf(facts, locale),
    outside: sight
      ? { ...sight, steps: sight.codes.map((code) => ({ step: 'port', code, result: { where: sight.where } })), nextStep }
      : null,
    outsideFailure: null,
    proof: sight?.proof ?? null,
    arrived: sight?.arrived ?? false,
    ...judged,
    places: facts.split ? { seen: [], difference: 'reachable-from-some', headline: 'They differ.', split: facts.split } : null,
    friendsConnectTo: judged.cause === 'answers' ? '203.0.113.7:25565' : null,
  }
}

function lineOf({ line: { publicIp, nat, reason, about, front, translators } }: HomeFacts, locale: Locale): HomeFound['line'] {
  const key = reason === 'wan-is-private' && front === null ? 'wan-is-private-either' : reason
  const because = boxesText.say(locale, key, { about: about ?? '', ip: publicIp ?? '' })
  return { publicIp, nat, translators, hops: null, because }
}

const NEEDS = {
  'not-needed': 'none',
  'ask-console': 'console',
  'keep-shut': 'shut',
  'cannot-forward': 'rule',
  open: 'rule',
} as const

/** Returns the advice on a home, of whose service and line nothing but this is known; with parts of its answer that differ. */
export function adviceOn(
  part: HomePart,
  { locale = 'en', server = SERVER, ...more }: Partial<Pick<Advised, 'locale' | 'server'>> & Partial<HomeFound> = {},
) {
  const found = { ...foundOf(part, locale), ...more }
  const { asked } = found
  const known = embeddedCatalogue()
  const hints = hintsOf({ ...found, wanIp: part.wanIp ?? null, routerBrand: null, platform: 'linux' })
  const subject = asked && { ...readHints(hints, known, null), service: serviceOf(null, [asked]) }
  const facts = subject && {
    ...factsOf(subject, known, parseAddress(found.line.publicIp ?? ''), locale),
    need: NEEDS[part.advice ?? 'open'],
  }
  return homeAdvice({ found, facts, locale, server })
}

/** Returns an answer as a terminal shows it. */
export function shownOf(part: HomePart, locale: Locale, server: string | null = SERVER): string {
  const found = foundOf(part, locale)
  const { situation, nextActions } = adviceOn(part, { locale, server })
  const steps = nextActions.filter(({ code }, at) => at < 2 || code === 'check-again')
  return [
    sayHome({ ...found, situation }, locale),
    renderBlocks([homeTold(found, locale)]),
    steps.map(({ text }, at) => `${at + 1}. ${text}`).join('\n'),
  ].join('\n\n')
}
