import { embeddedCatalogue } from '../../../src/router/catalogue/load.ts'
import type { bodyOf } from '../server.ts'

/** A request to port-forward-plan, and its language. */
interface AskedPlan {
  readonly request: Readonly<Record<string, unknown>>
  readonly brand: string
  readonly language: 'en' | 'ko'
  /** The address that the request came from. */
  readonly from: string
}

type ToolAnswer = Awaited<ReturnType<typeof bodyOf>>

const { brands, isps } = embeddedCatalogue()
const HANGUL = /[가-힣]/
const HOLE = /[{}]|undefined|\bnull\b|NaN/
const CREDENTIAL =
  /\b(admin|root|user)\s*[/:]\s*(admin|root|pass|1234)|\b(password|암호|비밀번호)(\s+is|[은는:=]|\s*[:=])\s*["'`]?(admin|[\w-]*\d)/i
const ADDRESS = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g

/** The addresses that a person may be told to type into a browser or to forward to: the catalogue names them, or the caller did. */
const NAMED = new Set([...brands, ...isps].flatMap(({ gateways }) => gateways))
const SPOKEN: Readonly<Record<string, string>> = { openwrt: 'openwrt-uci', 'gl-inet': 'openwrt-uci', mikrotik: 'routeros' }
const CLOSED = ['console', 'camera', 'nas']
/** The commands that each system can run. */
const RUNS: Readonly<Record<string, readonly string[]>> = {
  windows: ['windows-firewall'],
  linux: ['upnpc', 'ufw'],
  macos: ['upnpc'],
}
const STEPS_TO_A_RULE = 'reserve-address log-in add-rules allow-on-device check-listening verify-port remove-rules'.split(' ')

/** Returns the faults of a plan, for any request; the list is empty if there are none. */
export function planFaults(found: ToolAnswer, asked: AskedPlan): unknown[] {
  return [
    ...textFaults(found),
    ...languageFaults(found, asked),
    ...addressFaults(found, asked),
    ...verdictFaults(found),
    ...ruleFaults(found, asked.brand),
    ...commandFaults(found, asked),
    ...portFaults(found),
  ]
}

const codesOf = ({ nextActions }: ToolAnswer): string[] => nextActions.map(({ code }: { code: string }) => code)

/** Returns every text of an answer. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function sentencesOf({
  securityNotes,
  saferAlternative,
  upnp,
  notes,
  nextActions,
  commands,
  undo,
  alternatives,
  ipv6,
}: ToolAnswer) {
  const worded = [...nextActions, ...undo, ...alternatives, ...(ipv6 ? [ipv6] : [])]
  const texts = [...worded, ...commands.map(({ note }: ToolAnswer) => ({ text: note }))].map(({ text }) => text)
  const safer = saferAlternative === null ? [] : [saferAlternative]
  return [...securityNotes, ...safer, upnp.note, ...notes, ...texts] as string[]
}

function textFaults(found: ToolAnswer): unknown[] {
  // The braces of a command are its own.
  const bare = (list: ToolAnswer[]) => list.map(({ lines, ...rest }: ToolAnswer) => rest)
  const { commands, alternatives, undo, ipv6, listening } = found
  const worded = { commands: bare(commands), alternatives: bare(alternatives), undo: bare(undo), ipv6: ipv6?.text ?? '-' }
  const lines = [...commands, ...alternatives, ...undo, ...(ipv6?.commands ?? [])].flatMap((one: ToolAnswer) => one.lines)
  return [
    ...textsIn({ ...found, ...worded }).filter((text) => text.trim() === '' || HOLE.test(text) || CREDENTIAL.test(text)),
    ...lines.filter((line: string) => /undefined|\bnull\b|NaN/.test(line) || CREDENTIAL.test(line)),
    ...listening.filter(({ check }: ToolAnswer) => /undefined|NaN/.test(check)),
    ...(found.nextActions.length === 0 ? ['no next action'] : []),
  ]
}

/**
 * Returns the faults of language: Korean is Korean, and English has Korean words only for boxes and providers whose screens and staff use
 * them.
 */
function languageFaults(found: ToolAnswer, { request, brand, language }: AskedPlan): unknown[] {
  if (language === 'ko') return sentencesOf(found).filter((sentence) => !HANGUL.test(sentence))
  const korean = isps.filter(({ country }) => country === 'KR').flatMap(({ id, equipment }) => [id, equipment])
  const speaksKorean = [brand, request.isp, found.isp?.id].some((id) => korean.includes(String(id)) || id === 'iptime')
  // A WAN address in the range of a Korean box names that box.
  const isUpstream = /^(172\.30\.1|192\.168\.(219|25|35|45|55))\./.test(String(request.routerWanIp ?? ''))
  return speaksKorean || isUpstream ? [] : sentencesOf(found).filter((sentence) => HANGUL.test(sentence))
}

function addressFaults(found: ToolAnswer, { request, from }: AskedPlan): unknown[] {
  const said = new Set([from, ...textsIn(request), ...NAMED])
  const texts: string[] = found.nextActions.map(({ text }: ToolAnswer) => text)
  return texts.flatMap((text) => (text.match(ADDRESS) ?? []).filter((address) => !said.has(address)))
}

function verdictFaults(found: ToolAnswer): unknown[] {
  const { forwardingWorks, situation, good, rules, commands, verify, undo, menuPath, listening } = found
  if (forwardingWorks === 'no') {
    const beside = [...rules, ...commands, ...verify, ...undo, ...menuPath, ...listening]
    const steps = codesOf(found).filter((code) => STEPS_TO_A_RULE.includes(code))
    return [...beside, ...steps, ...(SAID_OF_NO_RULE[situation] === good ? [] : ['not said'])]
  }
  const isSaid = forwardingWorks === 'yes' && SAID_OF_NO_RULE[situation] === false
  return [...(menuPath.length === 0 ? ['no menu'] : []), ...(isSaid ? ['said of a line that works'] : [])]
}

/** The situations on a line where no rule helps, and whether that is well: a service that needs no rule, or is better shut, has no use for one. */
const SAID_OF_NO_RULE: Readonly<Record<string, boolean>> = {
  'carrier-grade': false,
  building: false,
  'not-needed': true,
  'better-shut': true,
}

function ruleFaults({ rules, undo }: ToolAnswer, brand: string): unknown[] {
  const max = brands.find(({ id }) => id === brand)?.nameMax ?? 15
  return [
    ...rules.filter(({ name }: ToolAnswer) => !/^[a-z0-9-]{1,15}$/.test(name) || name.length > max),
    ...(new Set(rules.map(({ name }: ToolAnswer) => name)).size === rules.length ? [] : ['names']),
    ...rules.filter(({ form }: ToolAnswer) => form.length < 2),
    ...(rules.length > 0 && undo.length === 0 ? ['no way back'] : []),
  ]
}

/** Returns the faults of commands, which are only for systems that can run them. */
function commandFaults({ commands, ipv6, listening, service }: ToolAnswer, { request, brand }: AskedPlan): unknown[] {
  const platform = request.platform
  const ofDevice = [...commands, ...(ipv6?.commands ?? [])].filter(({ where }: ToolAnswer) => where === 'device')
  const ofRouter = [...commands, ...(ipv6?.commands ?? [])].filter(({ where }: ToolAnswer) => where === 'router')
  const runnable = typeof platform === 'string' ? (RUNS[platform] ?? []) : null
  return [
    ...ofRouter.filter(({ kind }: ToolAnswer) => kind !== SPOKEN[brand]),
    ...(CLOSED.includes(service.category) ? [...ofDevice, ...listening] : []),
    ...(runnable ? ofDevice.filter(({ kind }: ToolAnswer) => !runnable.includes(kind)) : []),
    ...(runnable ? listening.filter((one: ToolAnswer) => one.platform !== platform) : []),
  ]
}

/** Returns the faults of ports: those that should stay closed stay closed, and all others are opened. */
function portFaults(found: ToolAnswer): unknown[] {
  const { ports, rules, forwardingWorks } = found
  const closed = ports.filter(({ forward }: ToolAnswer) => !forward)
  const opening = closed.filter(({ external, protocol }: ToolAnswer) =>
    rules.some((rule: ToolAnswer) => rule.externalPort === external && (rule.protocol === protocol || rule.protocol === 'both')),
  )
  const opened = rules.reduce((count: number, rule: ToolAnswer) => count + (rule.protocol === 'both' ? 2 : 1), 0)
  // A program that others look for at its own port gets a rule once that is one of the line's; a safer way is said alone.
  const isLater = rules.length === 0 && ['shared-ports', 'use-safer-way'].some((code) => codesOf(found).includes(code))
  const isComplete = isLater || forwardingWorks === 'no' || opened + closed.length === ports.length
  return [...opening, ...(isComplete ? [] : ['ports without a rule'])]
}
