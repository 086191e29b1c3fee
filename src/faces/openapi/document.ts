import pkg from '../../../package.json' with { type: 'json' }
import { NEXT_ACTIONS } from '../../contract/next-action.ts'
import { LOCALES, type Locale, type Say, sayIn } from '../../contract/text.ts'
import { descriptionIn } from '../../registry/descriptions.text.ts'
import type { NamedTool } from '../../registry/tools.ts'
import { AT_ONCE, IN_SHORT, OVER_TIME } from '../http/reply.ts'
import { compatPaths } from './compat-operations.ts'
import { Components, type Part } from './components.ts'
import { EXAMPLES } from './examples.ts'
import { headerComponents } from './headers.ts'
import { mcpOperation } from './mcp-operation.ts'
import { openapiText } from './openapi.text.ts'
import { addProblems, addUnrouted } from './problems.ts'
import { servicePaths } from './service-operations.ts'
import { toolOperations } from './tool-operation.ts'

/** Settings that show in the document. */
export interface Served {
  /** Origins under which the server is reached; if there are none, the document names the address it was fetched from. */
  readonly origins: readonly string[]
  readonly hasMetrics: boolean
  /** Whether the paths of echoip and Transmission are answered. */
  readonly hasCompat: boolean
}

const GROUPS = ['ip', 'dns', 'port', 'path', 'web', 'router', 'service'] as const

/** Describes every request and every answer (OpenAPI 3.1). */
export function openapiOf(tools: readonly NamedTool[], { origins, hasMetrics, hasCompat }: Served, locale: Locale): Part {
  const say = sayIn(openapiText, locale)
  const components = new Components()
  const examples = EXAMPLES[locale]
  components.schema('Text', { type: 'string', description: say('text') })
  components.shared('NextAction', NEXT_ACTIONS.items)
  addProblems(components, locale)
  addUnrouted(components, locale, examples.problems)
  const toolPaths = tools.map((named) => [named.tool.path, toolOperations(named, components, locale, examples)])
  const paths = {
    ...servicePaths(hasMetrics, components, locale, examples),
    '/mcp': { post: mcpOperation(components, locale, examples.problems) },
    ...Object.fromEntries(toolPaths),
    ...(hasCompat ? compatPaths(components, locale, examples) : {}),
  }
  const groups = hasCompat ? ([...GROUPS, 'compat'] as const) : GROUPS
  return {
    openapi: '3.1.0',
    info: {
      title: 'doorstep',
      version: pkg.version,
      summary: say('summary'),
      description: say('description'),
      license: { name: pkg.license, identifier: pkg.license },
    },
    servers: (origins.length > 0 ? origins : ['/']).map((url) => ({ url })),
    security: [],
    tags: groups.map((name) => ({ name, description: say(`group-${name}`) })),
    paths,
    components: {
      schemas: described(components.schemas, locale, say),
      responses: components.responses,
      headers: headerComponents(locale),
      parameters: parameters(say),
    },
  }
}

/**
 * Returns schemas with their descriptions in a language. A default is told in words: makers of clients take a field that has one for a
 * field that is always there, and then ask for it in requests.
 */
function described<Value>(value: Value, locale: Locale, say: SayOpenapi): Value {
  // A seam: the copy has the shape of the original.
  return JSON.parse(JSON.stringify(value), (key, item) => {
    if (key === 'description' && typeof item === 'string') return descriptionIn(item, locale)
    return isSchemaWithDefault(item) ? withoutDefault(item, say) : item
  }) as Value
}

type SayOpenapi = Say<typeof openapiText.en>
type WithDefault = { readonly default: unknown; readonly description?: string }

/** Returns whether this is a schema with a default, and not the fields of one that has a field of this name. */
function isSchemaWithDefault(item: unknown): item is WithDefault {
  if (typeof item !== 'object' || item === null || !('default' in item)) return false
  return typeof item.default !== 'object' || Array.isArray(item.default)
}

function withoutDefault({ default: usual, description, ...schema }: WithDefault, say: SayOpenapi): Part {
  const words = say('by-default', { value: [usual].flat().join(', ') })
  return { ...schema, description: description === undefined ? words : `${description} ${words}` }
}

function parameters(say: SayOpenapi): Part {
  const format = (description: string, ...formats: readonly string[]) => ({
    ...{ name: 'format', in: 'query', description },
    schema: { type: 'string', enum: formats },
  })
  return {
    Format: format(say('format'), ...AT_ONCE),
    ShortFormat: format(`${say('format')} ${say('short-format')}`, ...IN_SHORT),
    StreamingFormat: format(`${say('streaming-format')} ${say('short-format')}`, ...OVER_TIME),
    ExactFormat: format(say('exact-format'), 'json'),
    Strict: { name: 'strict', in: 'query', description: say('strict'), schema: { type: 'string', enum: ['1', '0'] } },
    Details: { name: 'details', in: 'query', description: say('details'), schema: { type: 'string', enum: ['on', 'off'] } },
    Lang: { name: 'lang', in: 'query', description: say('lang'), schema: { type: 'string', enum: LOCALES } },
    AcceptLanguage: {
      ...{ name: 'Accept-Language', in: 'header', description: say('accept-language') },
      schema: { type: 'string', default: LOCALES[0] },
      example: 'ko',
    },
    Words: { name: 'Prefer', in: 'header', description: say('words'), schema: { type: 'string' }, example: 'words=ko' },
  }
}
