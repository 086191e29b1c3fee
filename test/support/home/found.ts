// Homes as `doorstep home` answers them.
import type { Locale } from '../../../src/contract/text.ts'
import { renderBlocks } from '../../../src/faces/text/blocks.ts'
import type { HomeFound } from '../../../src/home/fields.ts'
import { type Advised, homeAdvice } from '../../../src/home/looking/advice.ts'
import { homeFound } from '../../../src/home/looking/look.ts'
import { homeTold, sayHome } from '../../../src/home/looking/told.ts'
import { hintsOf } from '../../../src/home/subject.ts'
import { parseAddress } from '../../../src/policy/address.ts'
import { embeddedCatalogue } from '../../../src/router/catalogue/load.ts'
import { factsOf, readHints, serviceOf } from '../../../src/router/index.ts'
import { type HomePart, homeOf } from './facts.ts'

export const SERVER = 'https://ip.example.com'

export function foundOf(part: HomePart, locale: Locale): HomeFound {
  const facts = homeOf(part)
  const { rules = null } = facts.gateway ?? {}
  const gateway: HomeFound['gateway'] = {
    address: '192.168.1.1',
    model: 'ipTIME AX3000M',
    routerBrand: 'iptime',
    wanIpFrom: null,
    protocols: [...(part.protocols ?? [])],
    wanIp: part.wanIp ?? null,
    rules: rules && [...rules],
  }
  const answers = facts.outside.map((sight) => ({
    ...sight,
    steps: sight.codes.map((code) => ({ step: 'port', code, result: { where: sight.where } })),
    nextStep: { code: 'forward-port', text: 'Forward it.' },
    ...(sight.verdict === 'reachable' && sight.proof === null && { friendsConnectTo: '203.0.113.7:25565' }),
  }))
  return homeFound(facts, { gateway, hops: null, answers, failure: null }, locale)
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
