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
import type { Plan, PlanBody } from './journey.ts'

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
