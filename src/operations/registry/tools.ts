import { REQUESTER_POLICIES, reachesOut } from '../../policy/policies.ts'
import { isTool, type Tool } from '../../tool.ts'

/** The path under which every tool with a body is. */
export const CHECKS_PATH = '/api/tools/'
const GET_PREFIX = '/api/'

/** The path that proves to this server, over one version of IP, who asks over the other. */
export const PAIR_PATH = '/api/pair'
/** The path that names the other places of a server. */
export const PLACES_PATH = '/api/places'

/** Paths under the prefix of queries that the server answers itself: no tool can have these. */
export const OWN_PATHS: readonly string[] = [
  '/api/tools',
  '/api/catalog',
  '/api/data',
  '/api/limits',
  PAIR_PATH,
  PLACES_PATH,
  '/api/catalog/schema',
  ...['brands', 'services', 'use-cases', 'providers', 'isps', 'platforms', 'ddns'].map((name) => `/api/catalog/schema/${name}`),
]

/** The parameters of a query that say how to answer: no field of a tool can have these names. */
export const QUERY_WORDS: readonly string[] = ['format', 'details', 'lang', 'strict']

/** Returns whether nothing has to be done, where an answer must say yes, no or neither. A tool that checks nothing leaves nothing open. */
export function verdictOf({ tool: { policy } }: Pick<NamedTool, 'tool'>, good: boolean | null): boolean | null {
  return good === null && policy.kind === 'offline' ? true : good
}

/** Returns whether a run of a tool may send packets. */
export function isProbing({ tool }: NamedTool): boolean {
  return reachesOut(tool.policy)
}

/** Tests whether a tool is a command at home, which looks from this computer and from the doorstep of `--server`. */
export function isAtHome({ tool }: NamedTool): boolean {
  return tool.policy.kind === 'at-home'
}

/** Tests whether running a tool again and again makes sense: it only looks, and ends by itself. */
export function isRepeatable(named: NamedTool): boolean {
  return !isAtHome(named) || named.name === 'home'
}

/** Tests whether a tool is about the connection that a request comes from. A query takes no input except the caller. */
export function isBoundToRequester({ tool }: NamedTool): boolean {
  return !tool.body || REQUESTER_POLICIES.has(tool.policy.kind)
}

/** Returns the methods that the path of a tool takes, as `Allow` lists them: a body may also be given as a query. */
export function methodsOf(method: Tool['method']): readonly string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : ['GET', 'HEAD', 'POST']
}

/** A tool is named after its file: `/api/tools/ip-lookup` is ip-lookup, `/api/ip/json` is ip-json. */
export interface NamedTool {
  readonly name: string
  readonly tool: Tool
}

/** Returns the tools of a manifest, by rank. Throws an Error that names a file without a tool, with the path of another file, or with a path that is taken. */
export function toolsOf(manifest: readonly { file: string; module: object }[]): NamedTool[] {
  const owners = new Map<string, string>()
  const tools = manifest.map(({ file, module }): NamedTool => {
    const tool = 'default' in module ? module.default : undefined
    if (!isTool(tool)) throw new Error(`tools/${file}.ts has no default export made by defineTool or defineQuery`)
    const expected = nameOfPath(tool)
    if (expected !== file)
      throw new Error(`tools/${file}.ts has the path ${tool.path}, which belongs in a file named ${expected}.ts`)
    const owner = owners.get(tool.path)
    if (owner) throw new Error(`tools/${file}.ts has the path ${tool.path}, which tools/${owner}.ts already has`)
    owners.set(tool.path, file)
    return { name: file, tool }
  })
  return byRank(tools)
}

/** In the order in which people need them: that of every list of tools. */
export function byRank(tools: readonly NamedTool[]): NamedTool[] {
  return tools.toSorted((one, other) => one.tool.rank - other.tool.rank || (one.name < other.name ? -1 : 1))
}

/** Returns the name of the file that a tool with this method and path belongs in. */
export function nameOfPath({ method, path }: Pick<Tool, 'method' | 'path'>): string {
  const prefix = method === 'POST' ? CHECKS_PATH : GET_PREFIX
  if (!path.startsWith(prefix)) return `(outside ${prefix})`
  const rest = path.slice(prefix.length)
  return method === 'POST' ? rest : rest.replaceAll('/', '-')
}
