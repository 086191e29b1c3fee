import type { ToolAnswers } from '../../support/page/answers.ts'
import type { Codes, Login, LoginBody, Plan, PlanBody, Target } from './journey.ts'

/** The faults of an answer, a line each; empty if there are none. */
export type Complaints = readonly string[]

export interface Action {
  readonly code: string
  readonly text: string
  readonly tool?: string
  readonly request?: Readonly<Record<string, unknown>>
}

const HANGUL = /[가-힣]/
/** Boxes whose own pages are Korean: their words appear in English answers as well. */
const KOREAN_SCREEN = /iptime|ip time|\bkt\b|\bsk|\blg|u\+|hellovision|172\.30\.1\.|192\.168\.(219|25|35|45|55)\./i
const HOLLOW = /[{}]|undefined|\bnull\b|NaN|\[object/
/** A credential, as a page that should not give one would write it. */
const CREDENTIAL = /\b(admin|root|user)\s*\/\s*\S*(admin|pass|1234)|(password|passwd|비밀번호|암호)\s*(is|[:=])\s*['"]?\w*\d/i

/** Returns what is wrong with sentences for a person, which must be present, complete, in their language, and without a password. */
function sentenceComplaints(sentences: readonly string[], language: 'en' | 'ko', sent: unknown): Complaints {
  const mixed = KOREAN_SCREEN.test(JSON.stringify(sent)) || HANGUL.test(JSON.stringify(sent))
  return sentences.flatMap((sentence) => [
    ...(sentence.trim() === '' ? ['an empty text'] : []),
    ...(HOLLOW.test(sentence) ? [`a text with a hole: ${sentence}`] : []),
    ...(CREDENTIAL.test(sentence) ? [`a text that gives a password: ${sentence}`] : []),
    ...(language === 'ko' && !HANGUL.test(sentence) ? [`not in Korean: ${sentence}`] : []),
    ...(language === 'en' && !mixed && HANGUL.test(sentence) ? [`not in English: ${sentence}`] : []),
  ])
}

/** Complains unless the value is one of the wanted ones; if none is wanted, any value is good. */
function oneOfComplaints<Value extends string | null>(
  name: string,
  wanted: Value | readonly Value[] | undefined,
  got: Value,
): Complaints {
  if (wanted === undefined) return []
  const good: readonly Value[] = typeof wanted === 'object' && wanted !== null ? wanted : [wanted]
  return good.includes(got) ? [] : [`${name}: wanted ${shown(good)}, got ${shown(got)}`]
}

/** Complains about every pattern that is in none of the texts. */
export function patternComplaints(name: string, patterns: readonly RegExp[] | undefined, texts: readonly string[]): Complaints {
  return (patterns ?? [])
    .filter((pattern) => !texts.some((text) => pattern.test(text)))
    .map((pattern) => `${name}: nothing says ${pattern} in ${shown(texts)}`)
}

export function absenceComplaints(name: string, patterns: readonly RegExp[] | undefined, texts: readonly string[]): Complaints {
  return (patterns ?? []).flatMap((pattern) =>
    texts.filter((text) => pattern.test(text)).map((text) => `${name}: ${pattern} is said: ${text}`),
  )
}

/** Complains unless the wanted ones come in this order, with anything between them. */
function orderComplaints<Wanted, Got>(
  name: string,
  wanted: readonly Wanted[],
  got: readonly Got[],
  fits: (one: Wanted, other: Got) => boolean,
): Complaints {
  let at = 0
  for (const one of wanted) {
    const found = got.findIndex((other, index) => index >= at && fits(one, other))
    if (found === -1) return [`${name}: ${shown(one)} is not there, or not behind the one before it, in ${shown(got)}`]
    at = found + 1
  }
  return []
}

function codeComplaints(wanted: Codes | undefined, actions: readonly Action[]): Complaints {
  if (!wanted) return []
  const codes = actions.map(({ code }) => code)
  const { first = [], inOrder = [], has = [], never = [], firstSays = [] } = wanted
  return [
    ...(shown(codes.slice(0, first.length)) === shown(first)
      ? []
      : [`nextActions: wanted ${shown(first)} first, got ${shown(codes)}`]),
    ...patternComplaints(
      'the first action',
      firstSays,
      actions.slice(0, 1).map(({ text }) => text),
    ),
    ...orderComplaints('nextActions', inOrder, codes, (one, other) => one === other),
    ...has.filter((code) => !codes.includes(code)).map((code) => `nextActions: no ${code} in ${shown(codes)}`),
    ...never.filter((code) => codes.includes(code)).map((code) => `nextActions: ${code} should not be in ${shown(codes)}`),
  ]
}

/** Returns every text in an answer, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

function shown(value: unknown): string {
  return JSON.stringify(value, (_, part) => (part instanceof RegExp ? String(part) : part))
}

type PlanAnswer = ToolAnswers['port-forward-plan']
type Rule = PlanAnswer['rules'][number]

/** Returns what is not as wanted in a plan for the request; what every plan has to be, the test of the tool asks of all of them. */
export function planComplaints(sent: PlanBody, answer: PlanAnswer, wanted: Plan, language: 'en' | 'ko'): Complaints {
  const { service, router, ports, rules, verify, securityNotes, saferAlternative, nextActions } = answer
  const required = ports.filter((port) => port.required).map(({ external, protocol }) => `${external}/${protocol}`)
  const checks = verify.map(({ request }) => `${request.port}/${request.protocol ?? 'tcp'}`)
  const all = textsIn(answer)
  return [
    ...sentenceComplaints([service.name, ...securityNotes, ...textsIn(saferAlternative)], language, sent),
    ...sentenceComplaints(
      nextActions.map(({ text }) => text),
      language,
      sent,
    ),
    ...verify.filter(({ tool }) => tool !== 'port-check').map(({ tool }) => `verify: leads to ${tool}`),
    ...oneOfComplaints('service.id', wanted.service, service.id),
    ...oneOfComplaints('protocol', wanted.protocol, answer.protocol),
    ...(wanted.required ? rangeComplaints('required ports', wanted.required, required) : []),
    ...oneOfComplaints('nat', wanted.nat, answer.nat),
    ...routerComplaints(wanted, router),
    ...patternComplaints('feature', wanted.feature && [wanted.feature], [router.feature]),
    ...orderComplaints('menuPath', wanted.menu ?? [], answer.menuPath, (pattern, step) => pattern.test(step)),
    ...codeComplaints(wanted.actions, nextActions),
    ...patternComplaints('saferAlternative', wanted.safer && [wanted.safer], textsIn(saferAlternative)),
    ...patternComplaints('securityNotes', wanted.notes, securityNotes),
    ...(wanted.rules ?? []).filter((port) => !covers(rules, port)).map((port) => `rules: none for ${port} in ${shown(rules)}`),
    ...(wanted.noRules ?? []).filter((port) => covers(rules, port)).map((port) => `rules: ${port} should not be opened`),
    ...(wanted.verify ?? []).filter((one) => !checks.includes(one)).map((one) => `verify: no ${one} in ${shown(checks)}`),
    ...patternComplaints('answer', wanted.says, all),
    ...absenceComplaints('answer', wanted.saysNot, all),
  ]
}

/** Returns the same ports, however they are cut into ranges. */
function rangeComplaints(name: string, wanted: readonly string[], got: readonly string[]): Complaints {
  const [one, other] = [shown(joined(wanted)), shown(joined(got))]
  return one === other ? [] : [`${name}: wanted ${one}, got ${other}`]
}

interface Range {
  readonly protocol: string
  readonly from: number
  to: number
}

function rangeOf(port: string): Range {
  const [, from = '', to = from, protocol = ''] = /^(\d+)(?:[-:](\d+))?\/(\w+)$/.exec(port) ?? []
  return { protocol, from: Number(from), to: Number(to) }
}

function joined(ports: readonly string[]): string[] {
  const ranges: Range[] = []
  for (const range of ports.map(rangeOf).toSorted((a, b) => a.protocol.localeCompare(b.protocol) || a.from - b.from)) {
    const last = ranges.at(-1)
    if (last && last.protocol === range.protocol && range.from <= last.to + 1) last.to = Math.max(last.to, range.to)
    else ranges.push(range)
  }
  return ranges.map(({ protocol, from, to }) => `${from}-${to}/${protocol}`)
}

/** Returns what is wrong with the router. An unknown brand has no id, or that of the generic entry. */
function routerComplaints({ router }: Plan, { id, known }: PlanAnswer['router']): Complaints {
  if (router === undefined) return []
  if (router === null)
    return known ? [`router: ${id} should not be known`] : oneOfComplaints('router.id', [null, 'unknown-router'], id)
  return oneOfComplaints('router.id', router, id)
}

function covers(rules: readonly Rule[], port: string): boolean {
  const { protocol, from, to } = rangeOf(port)
  return rules.some((rule) => {
    const range = rangeOf(`${rule.externalPort}/${protocol}`)
    return range.from <= from && to <= range.to && (rule.protocol.toLowerCase().includes(protocol) || rule.protocol === 'both')
  })
}

type LoginAnswer = ToolAnswers['router-login-route']
type RouteTarget = LoginAnswer['routeTargets'][number]

/** Returns what is not as wanted in a login route for the request; what every route has to be, the test of the tool asks of all of them. */
export function loginComplaints(sent: LoginBody, answer: LoginAnswer, wanted: Login, language: 'en' | 'ko'): Complaints {
  const { topology, routeTargets, checklist, stickerHints, warnings, nextActions } = answer
  const all = textsIn(answer)
  return [
    ...sentenceComplaints(sentencesOf(answer), language, sent),
    ...oneOfComplaints('topology', wanted.topology, topology),
    ...targetComplaints(wanted.targets ?? [], routeTargets),
    ...orderComplaints('routeTargets', wanted.offers ?? [], routeTargets, fitsOne),
    ...(wanted.withoutKinds ?? [])
      .filter((kind) => routeTargets.some((target) => target.kind === kind))
      .map((kind) => `routeTargets: no ${kind} should be in ${brief(routeTargets)}`),
    ...absenceComplaints('urls', wanted.withoutUrls && [wanted.withoutUrls], urlsOf(routeTargets)),
    ...codeComplaints(wanted.actions, nextActions),
    ...(checklist.length === 0 ? ['checklist: empty'] : []),
    ...patternComplaints('checklist', wanted.checklist, checklist),
    ...patternComplaints('stickerHints', wanted.sticker, stickerHints),
    ...patternComplaints('warnings', wanted.warns, warnings),
    ...patternComplaints('answer', wanted.says, all),
    ...absenceComplaints('answer', wanted.saysNot, all),
  ]
}

function sentencesOf({ routeTargets, checklist, stickerHints, warnings, nextActions }: LoginAnswer): string[] {
  const ofTargets = routeTargets.flatMap(({ reason, handoff }) => [reason, handoff.expect, handoff.ifFails])
  return [...ofTargets, ...checklist, ...stickerHints, ...warnings, ...nextActions.map(({ text }) => text)]
}

function targetComplaints(wanted: readonly (Target | readonly Target[])[], got: readonly RouteTarget[]): Complaints {
  const [first] = wanted
  if (!first) return []
  const [start] = got
  if (!start || !fitsOne(first, start)) return [`routeTargets: wanted ${shown(first)} first, got ${brief(got)}`]
  return orderComplaints('routeTargets', wanted, got, fitsOne)
}

function fitsOne(wanted: Target | readonly Target[], got: RouteTarget): boolean {
  const alternatives: readonly Target[] = 'some' in wanted ? wanted : [wanted]
  return alternatives.some(
    ({ kind = got.kind, url, open = got.handoff.open, app, label }) =>
      kind === got.kind &&
      open === got.handoff.open &&
      (url === undefined || (got.url !== null && same(url) === same(got.url))) &&
      (app === undefined || app.test(got.handoff.app ?? '')) &&
      (label === undefined || label.test(got.label)),
  )
}

const same = (url: string) => new URL(url).href
const urlsOf = (targets: readonly RouteTarget[]) => targets.flatMap(({ url, handoff }) => textsIn([url, handoff.url]))
const brief = (targets: readonly RouteTarget[]) => shown(targets.map(({ kind, url, handoff }) => [kind, url ?? handoff.app]))
