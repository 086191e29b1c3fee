import type { ToolAnswers } from '../../support/page/answers.ts'
import type { Codes, Login, Plan, Target } from './journey.ts'

/** The faults of an answer, a line each; empty if there are none. */
export type Complaints = readonly string[]

export interface Action {
  readonly code: string
  readonly text: string
  readonly tool?: string
  readonly request?: Readonly<Record<string, unknown>>
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

function absenceComplaints(name: string, patterns: readonly RegExp[] | undefined, texts: readonly string[]): Complaints {
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

/** Returns what is not as wanted in a plan; what every plan has to be, the test of the tool asks of all of them. */
export function planComplaints(answer: PlanAnswer, wanted: Plan): Complaints {
  const { service, router, rules, saferAlternative, nextActions } = answer
  const typed = rules.flatMap(({ externalPort, protocol }) =>
    (protocol === 'both' ? ['tcp', 'udp'] : [protocol]).map((one) => `${externalPort}/${one}`),
  )
  const all = textsIn(answer)
  return [
    ...oneOfComplaints('service.id', wanted.service, service.id),
    ...oneOfComplaints('nat', wanted.nat, answer.nat),
    ...routerComplaints(wanted, router),
    ...codeComplaints(wanted.actions, nextActions),
    ...patternComplaints('saferAlternative', wanted.safer && [wanted.safer], textsIn(saferAlternative)),
    ...(wanted.rules ?? []).filter((rule) => !typed.includes(rule)).map((rule) => `rules: none for ${rule} in ${shown(typed)}`),
    ...(wanted.noRules ?? []).filter((rule) => typed.includes(rule)).map((rule) => `rules: ${rule} should not be opened`),
    ...patternComplaints('answer', wanted.says, all),
    ...absenceComplaints('answer', wanted.saysNot, all),
  ]
}

/** Returns what is wrong with the router. An unknown brand has no id, or that of the generic entry. */
function routerComplaints({ router }: Plan, { id, known }: PlanAnswer['router']): Complaints {
  if (router === undefined) return []
  if (router === null)
    return known ? [`router: ${id} should not be known`] : oneOfComplaints('router.id', [null, 'unknown-router'], id)
  return oneOfComplaints('router.id', router, id)
}

type LoginAnswer = ToolAnswers['router-login-route']
type RouteTarget = LoginAnswer['routeTargets'][number]

/** Returns what is not as wanted in a login route; what every route has to be, the test of the tool asks of all of them. */
export function loginComplaints(answer: LoginAnswer, wanted: Login): Complaints {
  const { topology, routeTargets, checklist, stickerHints, warnings, nextActions } = answer
  const all = textsIn(answer)
  return [
    ...oneOfComplaints('topology', wanted.topology, topology),
    ...targetComplaints(wanted.targets ?? [], routeTargets),
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
