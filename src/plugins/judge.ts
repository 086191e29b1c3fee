import { closed } from '../contract/schema.ts'
import { LOCALES } from '../contract/text.ts'
import { nameOfPath, QUERY_WORDS } from '../registry/tools.ts'
import { schemaErrorFinder, validatorOf } from '../run/validate.ts'
import { type Group, isTool, type Tool } from '../tool.ts'

const GROUPS: Record<Group, true> = { ip: true, dns: true, port: true, path: true, web: true, router: true }

/** A name that is a path segment, a command and a label alike. */
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const LONGEST_DEADLINE_MS = 60_000

/**
 * Returns the tool that a module of a plug-in exports, or its mistakes. Types refuse most of these, but plug-ins may be written without
 * them.
 */
export function judge(name: string, module: object): { readonly tool: Tool } | { readonly faults: readonly string[] } {
  const tool = 'default' in module ? module.default : undefined
  if (!isTool(tool)) {
    return {
      faults: ['has no default export made by defineTool or defineQuery (a file that is not a tool belongs in a subfolder)'],
    }
  }
  const faults = [
    ...nameFaults(name, tool),
    ...shapeFaults(tool),
    ...textFaults(tool),
    ...policyFaults(tool),
    ...schemaFaults(tool),
    ...queryFaults(tool),
  ]
  return faults.length === 0 ? { tool } : { faults }
}

function nameFaults(name: string, tool: Tool): string[] {
  if (!NAME.test(name)) return ['is not named like a tool: lower case letters, digits, single dashes']
  const expected = nameOfPath(tool)
  return expected === name ? [] : [`has the path ${tool.path}, which belongs in a file named ${expected}`]
}

function shapeFaults({ method, group, text, rank, deadlineMs, run, print, headline, good, details, result }: Tool): string[] {
  const isTime = Number.isFinite(deadlineMs) && deadlineMs > 0 && deadlineMs <= LONGEST_DEADLINE_MS
  return [
    ...groupFaults(group, text),
    ...(isTime ? [] : [`has deadlineMs ${deadlineMs}, not a number up to ${LONGEST_DEADLINE_MS}`]),
    ...(Number.isFinite(rank) ? [] : [`has rank ${rank}, not a number`]),
    ...(typeof run === 'function' ? [] : ['has no function run']),
    ...(method === 'GET' || typeof headline === 'function'
      ? []
      : ['has no function headline, which says the finding in one sentence']),
    ...goodFaults(good, result),
    ...detailFaults(details, result),
    ...(print === undefined || typeof print === 'function' ? [] : ['has a print that is not a function']),
  ]
}

function groupFaults(group: string, text: Tool['text']): string[] {
  if (Object.hasOwn(GROUPS, group) || (NAME.test(group) && LOCALES.every((locale) => text?.[locale]?.group))) return []
  return [`has the group "${group}", not one of ${Object.keys(GROUPS).join(', ')}, and no text "group" that names it`]
}

/** Written in JavaScript, they may be anything. */
function goodFaults(good: unknown, result: Tool['result']): string[] {
  if (good === null) return []
  const isShaped =
    typeof good === 'object' && good !== undefined && 'field' in good && 'values' in good && Array.isArray(good.values)
  if (!isShaped) return ['has a good finding that is not { field, values }']
  return isFieldOf(result, good.field) ? [] : [`has a good finding in the field "${good.field}", which its result does not have`]
}

function detailFaults(details: unknown, result: Tool['result']): string[] {
  if (!Array.isArray(details)) return ['has details that are not a list of fields']
  return details
    .filter((field) => !isFieldOf(result, field))
    .map((field) => `has the detail "${field}", which its result does not have`)
}

function isFieldOf({ properties = {} }: Tool['result'], field: unknown): boolean {
  return typeof field === 'string' && Object.hasOwn(properties, field)
}

const SLOT = /\{[^{}]+\}/g

function textFaults({ text, body }: Tool): string[] {
  if (typeof text !== 'object' || text === null || typeof text.say !== 'function') return ['has no text made by defineText']
  const fields = Object.keys(body?.properties ?? {}).flatMap((field) => [`label.${field}`, `field.${field}`])
  const keys = new Set(['title', 'summary', ...fields, ...LOCALES.flatMap((locale) => Object.keys(text[locale] ?? {}))])
  const lacking = LOCALES.flatMap((locale) =>
    [...keys].filter((key) => !text[locale]?.[key]).map((key) => `has no text "${key}" in ${locale}`),
  )
  const slots = (sentence: unknown) => String(sentence).match(SLOT)?.toSorted().join(' ') ?? ''
  const differing = [...keys].filter((key) => slots(text.en?.[key]) !== slots(text.ko?.[key]))
  return lacking.length > 0 ? lacking : differing.map((key) => `has other slots in the text "${key}" in ko than in en`)
}

/** The policies of the kit. `at-home` is that of commands on the caller's own computer, which no server runs. */
const KINDS: Record<Exclude<Tool['policy']['kind'], 'at-home'>, true> = {
  ...{ offline: true, 'public-ip': true, 'dns-name': true, 'requester-and-name': true, 'requester-service': true },
  ...{ requester: true, 'public-host': true, 'public-path': true, 'public-service': true, 'public-url': true },
  'public-name': true,
}

function policyFaults({ policy }: Tool): string[] {
  return Object.hasOwn(KINDS, policy.kind) ? [] : [`has a policy of the kind "${policy.kind}", which no plug-in can have`]
}

function schemaFaults({ policy, body, result, event }: Tool): string[] {
  const compiles = {
    body: () => body && validatorOf(body),
    result: () => schemaErrorFinder(closed(result)),
    event: () => event && schemaErrorFinder(closed(event)),
  }
  const faults = Object.entries(compiles).flatMap(([part, compile]) =>
    failureOf(compile).map((why) => `has a schema of its ${part} that cannot be used: ${why}`),
  )
  const known = Object.keys(body?.properties ?? {})
  const named = [
    'field' in policy ? policy.field : null,
    'port' in policy ? policy.port : null,
    'handshakes' in policy ? policy.handshakes.field : null,
  ]
  const unknown = named.filter((field) => typeof field === 'string' && !known.includes(field))
  return [...faults, ...unknown.map((field) => `has a policy on the field "${field}", which its body does not have`)]
}

/** Returns the fields that could not be given in a query. */
function queryFaults({ body }: Tool): string[] {
  return Object.keys(body?.properties ?? {})
    .filter((field) => QUERY_WORDS.includes(field))
    .map((field) => `has a field named "${field}", which in a query says how to answer`)
}

function failureOf(act: () => unknown): string[] {
  try {
    act()
    return []
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}
