import { followUp, type NextAction, nextIn } from '../../contract/next-action.ts'
import { sayIn } from '../../contract/text.ts'
import { neededOf, portsOf } from '../../router/catalogue/ports.ts'
import {
  blockOf,
  hasNoRouter,
  namedProvider,
  type PlanFacts,
  publicIpOf,
  servesOf,
  takesCommands,
  vpnIn,
  webRule,
} from '../../router/index.ts'
import { type CommandKind, commandsFor } from '../../router/plan/commands.ts'
import { listeningOf } from '../../router/plan/listening.ts'
import { subjectsText } from '../../router/plan/plan.text.ts'
import { cautionOf, connectPlace } from '../../router/plan/plan.ts'
import { checksOf, mergedOf } from '../../router/plan/rules.ts'
import { sayPorts } from '../../router/plan/words.ts'
import { adviceText } from '../advice.text.ts'
import type { Case } from '../case.ts'
import type { Situation } from '../situation.ts'
import { compare, ownRouterStep } from '../situation-steps.ts'
import { natIn } from '../slots.ts'
import { advise, sayBlocked, unique } from '../steps.ts'
import { brandSteps, doubtSteps, forRouter, guessedSteps, joined, loginSteps, reserveSteps, ruleSteps } from './rule-steps.ts'
import { planStepsText } from './steps.text.ts'

/** The situations in which no step leads to a rule. */
const WITHOUT_RULE: readonly Situation[] = ['not-needed', 'carrier-grade', 'building', 'access-point']
/** The steps that lead to a plan, the one where there is nothing to say, and the one that a plan says with its commands. */
const LEADING_HERE: readonly string[] = ['see-plan', 'see-alternatives', 'test-from-outside', 'allow-on-device']

/** Returns the next actions in the order of doing: what makes the rest pointless, what is better than a rule, the steps to a rule that works, and back. */
export function planAdvice(facts: PlanFacts): { situation: Situation | null; nextActions: NextAction[] } {
  const one = planCase(facts)
  const { situation, steps } = advise(one)
  const { rules, service, locale, need } = facts
  const isNone = situation === 'unknown' && need !== 'console'
  // The line is the same for those who open all the same what is better shut or blocked, or need a rule after all.
  const isBlocked = situation === 'provider-blocks'
  const isLater = isBlocked || situation === 'better-shut' || (situation === 'unknown' && need === 'console')
  const asUsual: Case = { ...one, asked: isBlocked ? null : one.asked, facts: { ...facts, need: 'rule', dangers: [] } }
  const line = isLater ? advise(asUsual) : { situation, steps }
  // Equipment of a building is nothing to log in to.
  const isUsual = rules.length > 0 && !hasNoRouter(facts) && facts.obstacle === null && !WITHOUT_RULE.includes(line.situation)
  const told = (all: readonly NextAction[]) =>
    all.filter(({ code }) => !LEADING_HERE.includes(code) && !(isUsual && code === 'forward-port'))
  const name = { code: 'name-the-game', text: subjectsText.say(locale, 'name-the-game', {}) }
  const nameless = service.ports.length === 0 && facts.works !== 'no'
  const all = unique([
    ...doubtSteps(facts),
    ...(hasNoRouter(facts) ? [] : guessedSteps(facts)),
    ...(isUsual ? ownRouterStep(facts) : []),
    ...(nameless ? [name] : []),
    ...(isUsual ? saferFirst(told(steps), facts) : told(steps)),
    ...(nameless ? openingSteps(one) : []),
    ...(isUsual ? [...(isLater ? told(line.steps) : []), ...ownVpn(facts), ...usualSteps(one)] : []),
    ...(situation === 'access-point' ? outerSteps(facts) : []),
  ])
  return { situation: isNone && compare(one).length === 0 ? null : situation, nextActions: forRouter(all, facts) }
}

/** Returns what else a rule in the box in front takes, which gives out the address of the device; a building's does not open. */
function outerSteps(facts: PlanFacts): NextAction[] {
  const brand = facts.upstream?.brand ?? facts.known.brands.find(({ kind }) => kind === 'generic') ?? facts.router.brand
  const ofDevice =
    facts.obstacle === null ? [...reserveSteps({ ...facts, router: { ...facts.router, brand } }), ...firewallSteps(facts)] : []
  return [...ofDevice, ...verifySteps(facts)]
}

function planCase(facts: PlanFacts): Case {
  const { wanted, router, routerWan } = facts
  const [rule] = wanted
  const isp = namedProvider(facts.isp)
  const login = {
    ...(router.known && { routerBrand: router.brand.id }),
    ...(isp && { isp: isp.id }),
    ...(routerWan && { routerWanIp: routerWan.text }),
  }
  return {
    facts,
    version: 4,
    port: 'nobody',
    ip: publicIpOf(facts),
    asked: rule ? { port: portsOf(rule.externalPort).first, protocol: rule.protocol } : null,
    requests: { login: followUp('router-login-route', login) },
  }
}

/** The steps with which the settings of a router begin. */
const IN_ROUTERS: readonly string[] = ['compare-router-address', 'use-one-router', 'forward-upstream']

/** Returns the first steps with the safer way before anything that is done in the router, with the way on for those who do not take it. */
function saferFirst(steps: readonly NextAction[], { service, locale }: PlanFacts): NextAction[] {
  const [safer] = steps.filter(({ code }) => code === 'use-safer-way')
  if (!safer) return [...steps]
  const others = steps.filter((step) => step !== safer)
  const at = [...others, { code: 'use-one-router' }].findIndex(({ code }) => IN_ROUTERS.includes(code))
  const caution = cautionOf(service)?.[locale]
  const anyway = joined({ code: 'see-plan', text: planStepsText.say(locale, 'open-anyway', {}) }, caution ?? null)
  return [...others.slice(0, at), safer, anyway, ...others.slice(at)]
}

function usualSteps(one: Case): NextAction[] {
  const { facts } = one
  const { setUp } = facts.service
  return [
    ...(setUp ? [{ code: 'set-port', text: setUp[facts.locale] }] : []),
    ...listeningSteps(facts),
    ...firewallSteps(facts),
    ...brandSteps(facts, one.requests.login),
    ...openingSteps(one),
    ...reserveSteps(facts),
    ...ruleSteps(facts),
    ...verifySteps(facts),
    nextIn(planStepsText, facts.locale)('remove-rules', {}),
  ]
}

/** Returns the way into the router, unless the comparison has opened it already. */
function openingSteps(one: Case): NextAction[] {
  return compare(one).includes('compare-router-address') ? [] : loginSteps(one.facts, one.requests.login)
}

/** Returns the VPN of the router in place of one on a device behind it, where the router can be reached from outside; it needs nothing else. */
function ownVpn({ service, router: { brand }, nat, locale }: PlanFacts): NextAction[] {
  if (service.category !== 'vpn' || !brand.vpn || nat === 'double-nat') return []
  return [nextIn(planStepsText, locale)('use-own-vpn', vpnIn(brand, brand.vpn, locale))]
}

/** Returns the first step on a device whose commands are known: nothing in the router helps a program that does not listen. */
function listeningSteps(facts: PlanFacts): NextAction[] {
  const [only, another] = listeningOf(facts)
  if (!only || another) return []
  return [nextIn(planStepsText, facts.locale)('check-listening', { command: `\`${only.check}\`` })]
}

function firewallSteps(facts: PlanFacts): NextAction[] {
  const { service, platform, rules, locale } = facts
  const say = sayIn(planStepsText, locale)
  const code = 'allow-on-device'
  if (service.category === 'console') return []
  const isNamed = service.category === 'nas' || service.category === 'camera'
  const needed = neededOf(rules)
  const ports = sayPorts(mergedOf(needed), 'internalPort', locale)
  if (!takesCommands(facts))
    return [{ code, text: say('allow-device', { ports, device: isNamed ? service.name[locale] : say('device') }) }]
  if (platform === 'macos') return [{ code, text: say('allow-macos') }]
  const kind: CommandKind = platform === 'windows' ? 'windows-firewall' : 'ufw'
  const lines = commandsFor(needed, [kind], locale).flatMap((command) => command.lines)
  if ((platform !== 'windows' && platform !== 'linux') || lines.length === 0 || lines.length > FIREWALL_LINES_MAX)
    return [{ code, text: say('start-and-allow', { ports }) }]
  const command = `\`${lines.map((line) => (platform === 'linux' ? `sudo ${line}` : line)).join(' && ')}\``
  return [{ code, text: say(`allow-${platform}-with`, { ports, command }) }]
}

/** The most lines that are told in a step; the commands of the plan have them all. */
const FIREWALL_LINES_MAX = 3

function verifySteps(facts: PlanFacts): NextAction[] {
  const [check, friends] = [[...checkSteps(facts), ...ifBlocked(facts)], friendsSteps(facts)]
  // Only those who have what they need to connect can try the program.
  return facts.service.knownBy ? [...friends, ...check] : [...check, ...friends]
}

/** Returns what to do about a port that the provider blocks on some of its lines: only a check of the rule tells. */
function ifBlocked(facts: PlanFacts): NextAction[] {
  const { checks, isp } = facts
  const maybe = checks.filter(({ port, protocol }) => blockOf(isp?.isp ?? null, port, protocol)?.certainty === 'sometimes')
  return maybe.slice(0, 1).map(({ port }) => sayBlocked(facts, port, 'sometimes'))
}

function checkSteps(facts: PlanFacts): NextAction[] {
  const { checks, choosesPort, wanted, seen, service, locale } = facts
  const say = sayIn(planStepsText, locale)
  if (service.category === 'console')
    return [{ code: 'test-on-console', text: adviceText.say(locale, 'test-on-console', natIn(facts)) }]
  return (choosesPort ? checksOf(wanted) : checks).slice(0, 1).map((check) => {
    const isUdp = check.protocol === 'udp'
    const command = `\`doorstep port-check ${choosesPort ? CHOSEN : check.port}${isUdp ? ' udp' : ''}\``
    const family = seen?.version === 6 ? say('verify-over-ipv4') : null
    const verify = choosesPort
      ? { code: 'verify-port', text: say('verify-chosen', { command }) }
      : { ...ofPort(check), text: say(isUdp ? 'verify-udp' : 'verify-port', { command }) }
    if (service.knownBy) return { code: 'try-the-program', text: service.knownBy[locale] }
    return joined(verify, family)
  })
}

const ofPort = (check: PlanFacts['checks'][number]) => ({ code: 'verify-port', ...followUp('port-check', { ...check }) })

/** Stands for the port outside that the reader has chosen. */
const CHOSEN = 'PORT'
/** Stands for the public address of the reader, where it is not known. */
const UNKNOWN = 'ADDRESS'

function friendsSteps(facts: PlanFacts): NextAction[] {
  const { service, choosesPort, locale } = facts
  const chosen = choosesPort ? `${publicIpOf(facts) ?? UNKNOWN}:${CHOSEN}` : null
  if (service.connect?.as === 'account')
    return service.connect.needs ? [{ code: 'tell-friends', text: service.connect.needs[locale] }] : []
  // The place is for those, too, who open what is better shut.
  const place =
    facts.friendsConnectTo ?? connectPlace({ ...facts, service: { ...service, recommended: true } }, UNKNOWN) ?? chosen
  // Programs of strangers find a torrent client by themselves, but not a page.
  if (place === null || (servesOf(service) === 'strangers' && webRule(facts) === null)) return []
  const sentence = servesOf(service) === 'oneself' ? 'tell-friends.oneself' : 'tell-friends'
  const say = sayIn(planStepsText, locale)
  const stands = place.includes(UNKNOWN) && place !== UNKNOWN ? say('address-stands', { address: say('address') }) : null
  // No certificate is for a bare address.
  const warning = place.startsWith('https:') ? say('certificate-warns') : null
  const text = adviceText.say(locale, sentence, { place: place === UNKNOWN ? say('address') : place })
  return [joined({ code: 'tell-friends', text }, stands, warning, service.connect?.needs?.[locale] ?? null)]
}
