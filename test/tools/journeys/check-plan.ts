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

/** Returns what is wrong with a plan for the request. */
export function planComplaints(sent: PlanBody, answer: PlanAnswer, wanted: Plan, language: 'en' | 'ko'): Complaints {
  const { service, router, ports, rules, verify, securityNotes, saferAlternative, nextActions } = answer
  const required = ports.filter((port) => port.required).map(({ external, protocol }) => `${external}/${protocol}`)
  const checks = verify.map(({ request }) => `${request.port}/${request.protocol ?? 'tcp'}`)
  const all = textsIn(answer)
  return [
    ...ruleComplaints(sent, answer),
    ...commandComplaints(sent, answer),
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
    ...verdictComplaints(answer),
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

/** Returns whether a rule leads to the device, or leaves its address to fill in because it is that of the router. */
function isGiven(rule: Rule, internalIp: string): boolean {
  return rule.internalIp === internalIp || (rule.internalIp === 'INTERNAL_IP' && internalIp.endsWith('.1'))
}

/** Returns what is wrong with the rules, of which every field must be one that can be typed unchanged. */
function ruleComplaints({ internalIp }: PlanBody, { rules, nextActions }: PlanAnswer): Complaints {
  // On a line with part of the ports, the reader has to choose first.
  const isToChoose = nextActions.some(({ code }) => code === 'shared-ports')
  return rules.flatMap((rule) => [
    ...(rule.name.trim() === '' ? ['rules: one has no name'] : []),
    ...[rule.externalPort, rule.internalPort]
      .filter((port) => !/^\d{1,5}([-:]\d{1,5})?$/.test(port) && !(isToChoose && port === 'EXTERNAL_PORT'))
      .map((port) => `rules: ${port} is no port`),
    ...(/^(tcp|udp|both|tcp[/+]udp)$/i.test(rule.protocol) ? [] : [`rules: ${rule.protocol} is no protocol`]),
    ...(internalIp === undefined || isGiven(rule, internalIp) ? [] : [`rules: ${rule.internalIp} is not what was given`]),
  ])
}

function covers(rules: readonly Rule[], port: string): boolean {
  const { protocol, from, to } = rangeOf(port)
  return rules.some((rule) => {
    const range = rangeOf(`${rule.externalPort}/${protocol}`)
    return range.from <= from && to <= range.to && (rule.protocol.toLowerCase().includes(protocol) || rule.protocol === 'both')
  })
}

/** The routers that take commands, and in which language. */
const SPOKEN: Readonly<Record<string, string>> = { openwrt: 'openwrt-uci', 'gl-inet': 'openwrt-uci', mikrotik: 'routeros' }
/** Devices on which no commands are typed. */
const CLOSED_DEVICES = ['console', 'camera', 'nas']

/** Returns what is wrong with the commands, which must be complete, and only for routers and devices that can run them. */
function commandComplaints({ routerBrand, internalIp }: PlanBody, { service, router, rules, commands }: PlanAnswer): Complaints {
  const ofRouter = commands.filter(({ where }) => where === 'router')
  const ofDevice = commands.filter(({ where }) => where === 'device')
  const spoken = router.id === null ? undefined : SPOKEN[router.id]
  const isClosed = CLOSED_DEVICES.includes(service.category)
  return [
    ...(rules.length === 0 && commands.length > 0 ? ['commands: for no rule'] : []),
    ...(routerBrand === undefined
      ? []
      : ofRouter.filter(({ kind }) => kind !== spoken).map(({ kind }) => `commands: ${kind} is of another router`)),
    ...(rules.length > 0 && spoken && !ofRouter.some(({ kind }) => kind === spoken) ? [`commands: nothing for ${spoken}`] : []),
    ...(isClosed ? ofDevice.map(({ kind }) => `commands: ${kind} for a ${service.category}`) : []),
    ...(!isClosed && rules.length > 0 && ofDevice.length === 0 ? ['commands: nothing for the device'] : []),
    ...commands.filter(({ lines }) => lines.length === 0).map(({ kind }) => `commands: ${kind} is empty`),
    ...(internalIp === undefined ? [] : ofRouter.filter(({ lines }) => !lines.join('\n').includes(internalIp))).map(
      ({ kind }) => `commands: ${kind} without ${internalIp}`,
    ),
  ]
}

/** The situations on a line where no rule helps. */
const WITHOUT_RULE = ['carrier-grade', 'building', 'not-needed', 'better-shut']

/** Returns what is wrong with the verdict. On a line on which nothing can be forwarded, an answer has nothing to type in, but another way. */
function verdictComplaints({ forwardingWorks, situation, rules, commands, verify, menuPath }: PlanAnswer): Complaints {
  if (forwardingWorks !== 'no') return menuPath.length === 0 ? ['menuPath: empty'] : []
  return [
    ...([...rules, ...commands, ...verify, ...menuPath].length > 0 ? ['forwardingWorks: no, beside what to type in'] : []),
    ...(WITHOUT_RULE.includes(situation ?? '') ? [] : [`situation: ${situation} on a line where no rule helps`]),
  ]
}
