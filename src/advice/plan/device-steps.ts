import { followUp, type NextAction, nextIn } from '../../contract/next-action.ts'
import { sayIn } from '../../contract/text.ts'
import { blockOf, type PlanFacts, takesCommands, webRule } from '../../router/index.ts'
import { type CommandKind, commandsFor } from '../../router/plan/commands.ts'
import { listeningOf } from '../../router/plan/listening.ts'
import { servesOf } from '../../router/plan/own-function.ts'
import { adviceText } from '../advice.text.ts'
import { sayBlocked } from '../steps.ts'
import { joined } from './joined.ts'
import { planStepsText } from './steps.text.ts'

/** Returns the first step on a device whose commands are known: nothing in the router helps a program that does not listen. */
export function listeningSteps(facts: PlanFacts): NextAction[] {
  const [only, another] = listeningOf(facts)
  if (!only || another) return []
  return [nextIn(planStepsText, facts.locale)('check-listening', { command: `\`${only.check}\`` })]
}

/** Returns the step in the firewall of the device, as a command where one line does it. */
export function firewallSteps(facts: PlanFacts): NextAction[] {
  const { service, platform, rules, locale } = facts
  const say = sayIn(planStepsText, locale)
  const code = 'allow-on-device'
  if (service.category === 'console') return []
  if (!takesCommands(facts)) return [{ code, text: say('allow-device') }]
  if (platform === 'macos') return [{ code, text: say('allow-macos') }]
  const needed = rules.filter(({ required }) => required)
  if (platform !== 'windows' && platform !== 'linux') {
    const ports = (needed.length > 0 ? needed : rules).map(
      ({ protocol, internalPort }) => `${protocol.toUpperCase()} ${internalPort}`,
    )
    return [{ code, text: say('start-and-allow', { ports: ports.join(', ') }) }]
  }
  const kind: CommandKind = platform === 'windows' ? 'windows-firewall' : 'ufw'
  const [line, another] = commandsFor(needed, [kind], locale).flatMap(({ lines }) => lines)
  if (line === undefined || another !== undefined) return [{ code, text: say(`allow-${platform}`) }]
  return [{ code, text: say(`allow-${platform}-with`, { command: `\`${line}\`` }) }]
}

/** Returns the check from outside, what to do if the provider is in its way, and what others type then. */
export function verifySteps(facts: PlanFacts): NextAction[] {
  return [...checkSteps(facts), ...ifBlocked(facts), ...friendsSteps(facts)]
}

/** Returns what to do about a port that the provider blocks on some of its lines: only a check of the rule tells. */
function ifBlocked(facts: PlanFacts): NextAction[] {
  const { checks, isp } = facts
  const maybe = checks.filter(({ port, protocol }) => blockOf(isp?.isp ?? null, port, protocol)?.certainty === 'sometimes')
  return maybe.slice(0, 1).map(({ port }) => sayBlocked(facts, port, 'sometimes'))
}

function checkSteps({ checks, seen, service, locale }: PlanFacts): NextAction[] {
  const [say, next] = [sayIn(planStepsText, locale), nextIn(planStepsText, locale)]
  // A console is tested before there is a rule.
  if (service.category === 'console') return []
  return checks.slice(0, 1).map((check) => {
    const isUdp = check.protocol === 'udp'
    const command = `\`doorstep port-check ${check.port}${isUdp ? ' udp' : ''}\``
    const family = seen?.version === 6 ? say('verify-over-ipv4') : null
    return joined(
      next('verify-port', { command }, followUp('port-check', { ...check })),
      isUdp ? say('verify-udp') : null,
      family,
    )
  })
}

function friendsSteps(facts: PlanFacts): NextAction[] {
  const { service, friendsConnectTo, locale } = facts
  // Programs of strangers find a torrent client by themselves, but not a page.
  if (friendsConnectTo === null || (servesOf(service) === 'strangers' && webRule(facts) === null)) return []
  const sentence = servesOf(service) === 'oneself' ? 'tell-friends.oneself' : 'tell-friends'
  const text = adviceText.say(locale, sentence, { place: friendsConnectTo })
  return [joined({ code: 'tell-friends', text }, service.connect?.needs?.[locale] ?? null)]
}
