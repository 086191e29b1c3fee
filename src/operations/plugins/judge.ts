import type { TSchema } from '@sinclair/typebox'
import { cleanText, isRecord } from '../../contract/clean.ts'
import { closed } from '../../contract/schema.ts'
import { defineText, LOCALES, type Locale, type Text } from '../../contract/text.ts'
import { type Both, both, saidBy } from '../../platform/misfit.ts'
import { defineTool, type Group, isTool, type Tool } from '../../tool.ts'
import { isServed } from '../registry/describe.ts'
import { resultLabelsText } from '../registry/result-labels.text.ts'
import { nameOfPath, QUERY_WORDS } from '../registry/tools.ts'
import { afterwards } from '../run/call.ts'
import { schemaErrorFinder, validatorOf } from '../run/validate.ts'

const GROUPS: Record<Group, true> = { ip: true, dns: true, port: true, path: true, web: true, router: true }

/** A name that is a path segment, a command and a label alike. */
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const LONGEST_DEADLINE_MS = 60_000

/** Returns the tool that a module of a plug-in exports, or its mistakes. Types refuse most of these, but plug-ins may be written without them. */
export function judgeModule(name: string, module: object): { readonly tool: Tool } | { readonly faults: readonly Both[] } {
  const tool = toolIn(module)
  if (!tool) return { faults: [NO_TOOL] }
  const shape = shapeRules(tool).filter(([isKept]) => !isKept)
  const faults = [
    ...nameFaults(name, tool),
    ...shape.map(([, en, ko]) => both(en, ko)),
    ...textFaults(tool),
    ...schemaFaults(tool),
    ...fieldFaults(tool),
  ]
  return faults.length === 0 ? { tool } : { faults }
}

const NO_TOOL = both(
  'has no default export made by defineTool or defineQuery, and does not export path, policy, body and run (a file that is not a tool belongs in a subfolder)',
  'defineTool 또는 defineQuery로 만든 기본 내보내기(default export)가 없고, path, policy, body, run도 내보내지 않습니다. 도구가 아닌 파일은 하위 폴더에 두십시오',
)

function nameFaults(name: string, tool: Tool): Both[] {
  const expected = nameOfPath(tool)
  if (!NAME.test(name))
    return [
      both(
        'is not named like a tool: lower case letters, digits, single dashes',
        '도구 이름이 아닙니다. 소문자, 숫자, 하이픈만 쓰고 하이픈은 연달아 쓰지 마십시오',
      ),
    ]
  if (expected === name) return []
  const en = `has the path ${tool.path}, which belongs in a file named ${expected}`
  return [both(en, `경로가 ${tool.path}이면 파일 이름은 다음과 같아야 합니다: ${expected}`)]
}

type Rule = readonly [isKept: boolean, en: string, ko: string]

function shapeRules(tool: Tool): readonly Rule[] {
  const { method, group, text, rank, deadlineMs, run, print, blocks, headline, programs, policy } = tool
  // Written in JavaScript, it may be anything.
  const good: unknown = tool.good
  const groups = Object.keys(GROUPS).join(', ')
  return [
    [
      Object.hasOwn(GROUPS, group) || (NAME.test(group) && LOCALES.every((locale) => text?.[locale]?.group !== undefined)),
      `has the group "${group}", not one of ${groups}, and no text "group" that names it`,
      `"${group}" 그룹은 ${groups} 중 하나가 아니고, 그룹의 이름을 정하는 "group" 텍스트도 없습니다`,
    ],
    [
      good === null || (isRecord(good) && 'field' in good && Array.isArray(good.values)),
      'has a good finding that is not { field, values }',
      'good 값이 { field, values } 형식이 아닙니다',
    ],
    [Array.isArray(tool.details), 'has details that are not a list of fields', 'details가 필드 목록이 아닙니다'],
    [
      Number.isFinite(deadlineMs) && deadlineMs > 0 && deadlineMs <= LONGEST_DEADLINE_MS,
      `has deadlineMs ${deadlineMs}, not a number up to ${LONGEST_DEADLINE_MS}`,
      `deadlineMs 값(${deadlineMs})이 ${LONGEST_DEADLINE_MS} 이하의 숫자가 아닙니다`,
    ],
    [Number.isFinite(rank), `has rank ${rank}, not a number`, `rank 값(${rank})이 숫자가 아닙니다`],
    [typeof run === 'function', 'has no function run', 'run 함수가 없습니다'],
    [
      method === 'GET' || typeof headline === 'function',
      'has no function headline, which says the finding in one sentence',
      '결과를 한 문장으로 알려 주는 headline 함수가 없습니다',
    ],
    [Array.isArray(programs), 'has programs that are not a list of words', 'programs가 단어 목록이 아닙니다'],
    [blocks === undefined || typeof blocks === 'function', 'has blocks that are not a function', 'blocks가 함수가 아닙니다'],
    [print === undefined || typeof print === 'function', 'has a print that is not a function', 'print가 함수가 아닙니다'],
    [
      isServed(policy.kind),
      `has a policy of the kind "${policy.kind}", which no plug-in can have`,
      `플러그인에서는 쓸 수 없는 정책 종류입니다: "${policy.kind}"`,
    ],
  ]
}

const SLOT = /\{[^{}]+\}/g

function textFaults({ text, body }: Tool): Both[] {
  if (typeof text !== 'object' || text === null || typeof text.say !== 'function')
    return [both('has no text made by defineText', 'defineText로 만든 텍스트가 없습니다')]
  const fields = Object.keys(body?.properties ?? {}).flatMap((field) => [`label.${field}`, `field.${field}`])
  const keys = new Set(['title', 'summary', ...fields, ...LOCALES.flatMap((locale) => Object.keys(text[locale] ?? {}))])
  const lacking = LOCALES.flatMap((locale) =>
    [...keys]
      .filter((key) => !text[locale]?.[key])
      .map((key) => both(`has no text "${key}" in ${locale}`, `${locale} 텍스트 "${key}" 항목이 없습니다`)),
  )
  if (lacking.length > 0) return lacking
  const slots = (sentence: unknown) => String(sentence).match(SLOT)?.toSorted().join(' ') ?? ''
  const differing = [...keys].filter((key) => slots(text.en?.[key]) !== slots(text.ko?.[key]))
  return differing.map((key) =>
    both(`has other slots in the text "${key}" in ko than in en`, `"${key}" 텍스트의 자리표시자({...})가 ko와 en에서 다릅니다`),
  )
}

function schemaFaults({ body, result, event }: Tool): Both[] {
  const compiles = {
    body: () => body && validatorOf(body),
    result: () => schemaErrorFinder(closed(result)),
    event: () => event && schemaErrorFinder(closed(event)),
  }
  return Object.entries(compiles).flatMap(([part, compile]) => {
    try {
      compile()
      return []
    } catch (error) {
      const { en, ko } = saidBy(error)
      return [both(`has a schema of its ${part} that cannot be used: ${en}`, `${part} 스키마를 사용할 수 없습니다: ${ko}`)]
    }
  })
}

/** Returns the mistakes in what a tool says of the fields of its body and of its result, and fields that could not be given in a query. */
function fieldFaults({ policy, body, result, good, details, short }: Tool): Both[] {
  const taken = Object.keys(body?.properties ?? {})
  const given = Object.keys(result.properties ?? {})
  const targets = [
    'field' in policy ? policy.field : null,
    'port' in policy ? policy.port : null,
    'handshakes' in policy ? policy.handshakes.field : null,
  ].filter((field) => typeof field === 'string' && !taken.includes(field))
  // Written in JavaScript, they may be anything.
  const said: readonly (readonly [en: string, ko: string, fields: readonly unknown[]])[] = [
    ['has a good finding in the field', 'good', isRecord(good) && 'field' in good ? [good.field] : []],
    ['has the detail', 'details', Array.isArray(details) ? details : []],
    ['has a short value in the field', 'short', short === null ? [] : [isRecord(short) ? short.field : undefined]],
  ]
  return [
    ...targets.map((field) =>
      both(`has a policy on the field "${field}", which its body does not have`, `정책에 적힌 "${field}" 필드가 body에 없습니다`),
    ),
    ...said.flatMap(([en, ko, fields]) =>
      fields
        .filter((field) => !given.some((one) => one === field))
        .map((field) =>
          both(`${en} "${field}", which its result does not have`, `${ko}에 적힌 "${field}" 필드가 결과에 없습니다`),
        ),
    ),
    ...taken
      .filter((field) => QUERY_WORDS.includes(field))
      .map((field) =>
        both(
          `has a field named "${field}", which in a query says how to answer`,
          `"${field}" 필드는 쓸 수 없습니다. 쿼리에서 응답 형식을 정할 때 쓰는 이름입니다`,
        ),
      ),
  ]
}

/** The values of an answer that a headline shows, and how much of each. */
const VALUES_MAX = 3
const VALUE_MAX = 60

/** Returns the tool of a module, with words for what it does not say; null if there is none. It may also export the parts of one. */
function toolIn(module: object): Tool | null {
  const made = 'default' in module ? module.default : module
  if (isTool(made)) return whole(made)
  return isShape(made) ? whole(defineTool(made)) : null
}

function isShape(made: unknown): made is Parameters<typeof defineTool>[0] {
  return typeof made === 'object' && made !== null && 'path' in made && 'run' in made
}

function whole(tool: Tool): Tool {
  // In JavaScript it may be anything; what is not a text is refused later.
  const text = typeof tool.text?.say === 'function' ? filled(tool) : tool.text
  return {
    ...tool,
    text,
    headline: tool.headline ?? (tool.method === 'POST' ? headlineOf(text) : null),
    run: tool.result.additionalProperties === true ? (input) => afterwards(tool.run(input), inFields) : tool.run,
  }
}

/** Returns a text with what no language of it says: the title, and words for each field of the body. */
function filled(tool: Tool): Text {
  const { text, body, group } = tool
  const said = new Set(LOCALES.flatMap((locale) => Object.keys(text[locale] ?? {})))
  const title = wordsIn(nameOfPath(tool))
  const made = (locale: Locale) => {
    const words = Object.entries<TSchema>(body?.properties ?? {}).flatMap(([field, schema]) => {
      const label = schema.title ?? resultLabelsText[locale][field] ?? wordsIn(field)
      return [[`label.${field}`, label] as const, [`field.${field}`, schema.description ?? `${label}.`] as const]
    })
    const heading = group === 'more' ? [['group', MORE[locale]] as const] : []
    const all = [['title', title] as const, ['summary', title] as const, ...words, ...heading]
    return { ...Object.fromEntries(all.filter(([key]) => !said.has(key))), ...text[locale] }
  }
  return defineText({ en: made('en'), ko: made('ko') })
}

const MORE: Readonly<Record<Locale, string>> = { en: 'More', ko: '그 밖의 도구' }

/** Returns a name of code as words: `isCovered` is "Is covered". */
function wordsIn(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the headline of a tool that has none: its title and the first values of its answer, with their labels. */
function headlineOf(text: Text): NonNullable<Tool['headline']> {
  return (result, input) => {
    // A seam: every run gives its context.
    const { locale } = input as { readonly locale: Locale }
    const labelOf = (field: string) => text[locale][`result.${field}`] ?? resultLabelsText[locale][field] ?? wordsIn(field)
    const shown = Object.entries(result ?? {})
      .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
      .slice(0, VALUES_MAX)
      .map(([field, value]) => `${labelOf(field)} ${cleanText(String(value)).slice(0, VALUE_MAX)}`)
    return shown.length === 0 ? `${text[locale].title}.` : `${text[locale].title}: ${shown.join(', ')}.`
  }
}

/** Returns what a run without a schema of its result gave, as the fields of an answer. */
function inFields(given: unknown): object {
  return isRecord(given) ? given : { result: given ?? null }
}
