import { followUp, type NextAction, nextIn } from '../../contract/next-action.ts'
import { sayIn } from '../../contract/text.ts'
import { portsOf } from '../catalogue/ports.ts'
import { actionsText } from './actions.text.ts'
import { type CommandKind, commandsFor } from './commands.ts'
import { type PlanFacts, takesCommands } from './facts.ts'
import { action } from './line-actions.ts'
import { listeningOf } from './listening.ts'
import { servesOf } from './own-function.ts'

/** Returns the first step on the device: nothing in the router helps a program that does not listen. */
export function listeningActions(facts: PlanFacts): NextAction[] {
  const { rules, locale } = facts
  const say = sayIn(actionsText, locale)
  const [rule] = rules.filter(({ required }) => required).concat(rules)
  const listening = listeningOf(facts)
  if (!rule || listening.length === 0) return []
  const [only, another] = listening
  const slots = { protocol: rule.protocol.toUpperCase(), port: portsOf(rule.internalPort).first }
  const text = only && !another ? say('check-listening-with', { command: `\`${only.check}\`` }) : say('check-listening', slots)
  return [{ code: 'check-listening', text }]
}

/** Returns the step in the firewall of the device, as a command where one line does it. */
export function firewallActions(facts: PlanFacts): NextAction[] {
  const { service, platform, rules, locale } = facts
  const say = sayIn(actionsText, locale)
  const code = 'allow-on-device'
  if (service.category === 'console') return []
  if (!takesCommands(facts)) return [{ code, text: say('allow-device') }]
  if (platform === 'macos') return [{ code, text: say('allow-macos') }]
  if (platform !== 'windows' && platform !== 'linux') return [{ code, text: say('allow-any') }]
  const needed = rules.filter(({ required }) => required)
  const kind: CommandKind = platform === 'windows' ? 'windows-firewall' : 'ufw'
  const [line, another] = commandsFor(needed, [kind], locale).flatMap(({ lines }) => lines)
  if (line === undefined || another !== undefined) return [{ code, text: say(`allow-${platform}`) }]
  return [{ code, text: say(`allow-${platform}-with`, { command: `\`${line}\`` }) }]
}

/** Returns the check from outside, and what others type then. */
export function verifyActions(facts: PlanFacts): NextAction[] {
  return [...checkActions(facts), ...friendsActions(facts)]
}

function checkActions({ checks, seen, service, locale }: PlanFacts): NextAction[] {
  const [say, next] = [sayIn(actionsText, locale), nextIn(actionsText, locale)]
  if (service.category === 'console') return [next('test-on-console', {})]
  return checks.slice(0, 1).map((check) => {
    const slots = { protocol: check.protocol.toUpperCase(), port: check.port }
    const udp = check.protocol === 'udp' ? say('verify-udp') : null
    const family = seen?.version === 6 ? say('verify-over-ipv4') : null
    return action(next('verify-port', slots, followUp('port-check', { ...check })), udp, family)
  })
}

function friendsActions({ service, friendsConnectTo, locale }: PlanFacts): NextAction[] {
  if (friendsConnectTo === null) return []
  const say = sayIn(actionsText, locale)
  const key = servesOf(service) === 'oneself' ? 'connect-yourself' : 'tell-friends'
  const needs = service.connect?.needs?.[locale] ?? null
  return [action({ code: 'tell-friends', text: say(key, { place: friendsConnectTo }) }, needs)]
}
