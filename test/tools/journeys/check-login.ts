import type { ToolAnswers } from '../../support/page/answers.ts'
import {
  absenceComplaints,
  type Complaints,
  codeComplaints,
  oneOfComplaints,
  orderComplaints,
  patternComplaints,
  sentenceComplaints,
  shown,
  textsIn,
} from './complaints.ts'
import type { Login, LoginBody, Target } from './journey.ts'

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
