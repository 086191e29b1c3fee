import { queryOf, shortExample } from '../../registry/field-values.ts'
import { methodsOf, type NamedTool, OWN_PATHS } from '../../registry/tools.ts'
import type { Eventually } from '../../run/call.ts'
import { MCP_PATH } from './origin.ts'
import { PROBE_PATH } from './reply.ts'

/** A path that is served, with the methods that it takes, as `Allow` lists them. It may have parameters, such as `/page/:file`. */
export interface Served {
  readonly path: string
  readonly methods: readonly string[]
  /** The tool that the path runs, if it runs exactly one. */
  readonly tool: string | null
  /** Returns the query of a GET that works, with its question mark. */
  readonly example?: () => Eventually<string>
}

export type Paths = ReadonlyMap<string, Served>

const GET = ['GET', 'HEAD']
const OWN = [
  ...['/', '/page/:file', '/openapi.json', '/healthz', '/readyz', '/robots.txt', '/favicon.ico', '/llms.txt'],
  ...OWN_PATHS,
]
const OF_ECHOIP = ['/json', '/ip', '/country', '/country-iso', '/city', '/asn', '/asn-org', '/coordinates']
/** The paths that name a port. They run a tool, so they do not accept HEAD. */
const PORT_TESTS = ['/:port', '/port/:port']

/** Returns the paths that are not those of tools. Bun's router, in front of the routes, needs them before the routes are loaded. */
export function ownPaths({ compat, metrics }: { readonly compat: boolean; readonly metrics: unknown }): Served[] {
  const own = [...OWN, ...(compat ? OF_ECHOIP : []), ...(metrics ? ['/metrics'] : [])]
  return [
    ...own.map((path) => ({ path, methods: GET, tool: null })),
    { path: MCP_PATH, methods: ['POST'], tool: null },
    { path: PROBE_PATH, methods: ['GET'], tool: null },
    ...(compat ? PORT_TESTS : []).map((path) => ({ path, methods: ['GET'], tool: 'port-check' })),
  ]
}

export function toolPaths(tools: readonly NamedTool[]): Served[] {
  return tools.map(({ name, tool: { method, path, body } }) => {
    return { path, methods: methodsOf(method), tool: name, ...(body && { example: () => queryOf(shortExample(body)) }) }
  })
}

export function pathsOf(served: readonly Served[]): Paths {
  return new Map(served.map((each) => [each.path, each]))
}
