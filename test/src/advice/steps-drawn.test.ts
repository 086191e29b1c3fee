import { afterAll, describe, expect, spyOn } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { adviceText } from '../../../src/advice/advice.text.ts'
import { advise, planAdvice, SITUATIONS, type Situation } from '../../../src/advice/index.ts'
import { planStepsText } from '../../../src/advice/plan/steps.text.ts'
import type { NextAction } from '../../../src/contract/next-action.ts'
import type { Locale } from '../../../src/contract/text.ts'
import { actionLabelsText } from '../../../src/operations/registry/action-labels.text.ts'
import { type Drawn, drawCase } from '../../support/advice/cases.ts'
import { seededRandom } from '../../support/data/sources.ts'
import { IN_FULL, samples, sampleTest } from '../../support/lab.ts'
import { listed } from '../../support/listed.ts'
import { ROOT } from '../../support/server.ts'

/** The codes that the first step of each situation may have. */
const FIRST: Readonly<Record<Exclude<Situation, 'unknown'>, readonly string[]>> = {
  'not-checked': ['try-again', 'wait-for-target'],
  'not-needed': ['needs-no-port'],
  exposed: ['protect-service'],
  'better-shut': ['use-safer-way'],
  'filtered-by-origin': ['find-origin-filter'],
  // A service that most people use without a rule is tried first; without a way for it, a console tells more than the line.
  'carrier-grade': ['try-without-rule', 'ask-public-address', 'ask-building', 'use-own-router', 'use-relay', 'test-on-console'],
  // A console begins with what its router does by itself.
  'shared-ports': ['shared-ports', 'try-without-rule'],
  'two-routers': ['use-one-router', 'try-without-rule', 'forward-port', 'correct-rule-address', 'start-service'],
  'access-point': ['forward-port', 'try-without-rule'],
  building: ['try-without-rule', 'ask-building', 'use-relay', 'test-on-console'],
  'name-elsewhere': ['update-record', 'renew-name', 'switch-proxy-off'],
  'name-missing': ['create-record', 'register-name', 'renew-name'],
  'name-private': ['update-record', 'renew-name'],
  'provider-blocks': ['use-other-port', 'ask-to-unblock', 'ask-provider'],
  'no-rule-seen': ['compare-router-address', 'check-connection', 'use-the-same-line', 'forward-port'],
  'program-off': ['start-service'],
  firewall: ['allow-on-device', 'allow-in-router'],
  'device-away': ['wake-device'],
  'device-elsewhere': ['correct-rule-address', 'check-device-address'],
  pinhole: ['open-pinhole'],
  'other-answers': listed('close-router-page check-program correct-rule-address fix-scheme look-at-service look-at-status'),
  untrusted: ['fix-certificate'],
  open: ['tell-friends'],
}

/** The steps towards an open port. */
const TO_OPEN = listed(`
  forward-port forward-upstream add-rules open-pinhole start-service allow-on-device allow-in-router use-other-port
  ask-to-unblock wake-device correct-rule-address use-one-router shared-ports
`)
/** The steps that are out of place in a situation. */
const NEVER: Partial<Record<Situation, readonly string[]>> = {
  'not-needed': TO_OPEN,
  'better-shut': TO_OPEN,
  exposed: TO_OPEN,
  'carrier-grade': ['forward-port', 'add-rules', 'forward-upstream'],
  building: ['forward-port', 'add-rules', 'forward-upstream', 'log-in'],
}

/** Signs of a sentence whose gaps were not filled. */
const GAPS = /[{}]|undefined|null|NaN| {2}|^ | $| [.,;)]|\( |\(\)|""/
/** The gaps that bring their own blank and are left out where nothing is known. */
const OPTIONAL = /: (?:menu|at|outer|bridge|habit|upnp|pptp)$|^add-rules.*: other$/

const said = new Set<string>()
const empty = new Set<string>()
const spies = [adviceText, planStepsText].map((text) => {
  const say: (locale: Locale, key: never, slots: never) => string = text.say
  const spy = spyOn(text, 'say')
  return spy.mockImplementation((locale: Locale, key: string, slots: Readonly<Record<string, unknown>>) => {
    said.add(key)
    // A seam: one of two texts, and its key.
    const sentence = (text.en as Readonly<Record<string, string>>)[key] ?? ''
    for (const [, slot = ''] of sentence.matchAll(/\{(\w+)\}/g))
      if ([undefined, '', 0].some((nothing) => slots[slot] === nothing)) empty.add(`${key}: ${slot}`)
    return say.call(text, locale, key as never, slots as never)
  })
})
afterAll(() => {
  for (const spy of spies) spy.mockRestore()
})

/** The code that words what only a computer at home, a certificate or a way to log in leads to. */
const ELSEWHERE = ['src/home/**/*.ts', 'src/issuance/*.ts', 'src/advice/login/*.ts', 'src/advice/origin.ts'].flatMap((pattern) =>
  [...new Bun.Glob(pattern).scanSync(ROOT)].map((file) => readFileSync(join(ROOT, file), 'utf8')),
)
const saidElsewhere = (key: string) =>
  /\.inside$|^run-outside-|^open-port$|^allow-on-device\.here|^ask-provider\.ahead$|^rule-inside$|^provider-blocks-optional$|^certificate-otherwise$/.test(
    key,
  ) || ELSEWHERE.some((source) => source.includes(`'${key}'`))

const codesOf = (steps: readonly NextAction[]) => steps.map(({ code }) => code)

/** Returns what is wrong with steps, whatever they are for. */
function faultsIn(steps: readonly NextAction[], situation: Situation | null): string[] {
  const never = (situation && NEVER[situation]) ?? []
  return [
    ...(steps.length === 0 ? ['no step'] : []),
    ...steps.filter(({ text }) => GAPS.test(text)).map(({ text }) => `a gap: ${text}`),
    ...codesOf(steps).filter((code) => actionLabelsText.en[code] === undefined || actionLabelsText.ko[code] === undefined),
    ...codesOf(steps).filter((code) => never.includes(code)),
    ...steps
      .filter(({ code, text }, index) => steps.findIndex((one) => one.code === code && one.text === text) !== index)
      .map(({ code }) => `${code} twice`),
  ]
}

function faultsOf(drawn: Drawn, { situation, steps }: ReturnType<typeof advise>): string[] {
  const [first] = codesOf(steps)
  const korean = advise(drawn.in('ko'))
  const plan = planAdvice(drawn.facts('en'))
  const planKorean = planAdvice(drawn.facts('ko'))
  const isSame = korean.situation === situation && codesOf(korean.steps).join() === codesOf(steps).join()
  const isSamePlan =
    planKorean.situation === plan.situation && codesOf(planKorean.nextActions).join() === codesOf(plan.nextActions).join()
  // A plan says what takes to open what is better shut, after the safer way.
  const planned = plan.situation === 'better-shut' ? null : plan.situation
  return [
    ...(situation !== 'unknown' && !FIRST[situation].includes(first ?? '') ? [`${first} first in ${situation}`] : []),
    ...(isSame && isSamePlan ? [] : ['other steps in Korean']),
    ...faultsIn(steps, situation),
    ...faultsIn(korean.steps, situation),
    ...faultsIn(plan.nextActions, planned),
    ...faultsIn(planKorean.nextActions, planned),
  ]
}

describe('advice on cases of any kind', () => {
  const random = seededRandom(40)
  const situations = new Set<Situation>()

  sampleTest('has a first step that fits the situation, and every step is whole, named and in place', () => {
    for (let left = samples(700, 25_000); left > 0; left--) {
      const drawn = drawCase(random)
      const advice = advise(drawn.in('en'))
      const faults = faultsOf(drawn, advice)
      if (faults.length > 0) expect([...faults, drawn.told]).toEqual([])
      situations.add(advice.situation)
    }
    expect([...empty].filter((gap) => !OPTIONAL.test(gap))).toEqual([])
    expect([...SITUATIONS].filter((situation) => !situations.has(situation))).toEqual([])
    const sentences = [...Object.keys(adviceText.en), ...Object.keys(planStepsText.en)]
    // Some are for what is rare.
    if (IN_FULL) expect(sentences.filter((key) => !said.has(key) && !saidElsewhere(key))).toEqual([])
  })
})
