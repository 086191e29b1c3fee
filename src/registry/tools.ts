import { isTool, type Tool } from '../tool.ts'

const POST_PREFIX = '/api/tools/'
const GET_PREFIX = '/api/'

/** The name of a tool is that of its file: `/api/tools/ip-lookup` is ip-lookup, `/api/ip/json` is ip-json. */
export interface NamedTool {
  readonly name: string
  readonly tool: Tool
}

/**
 * The tools of a manifest, in its order. Throws an Error naming the file when a module has no tool as its default export,
 * when a path is not the file's name, or when two tools want the same path: a server with a wrong tool must not start.
 */
export function toolsOf(manifest: readonly { file: string; module: object }[]): NamedTool[] {
  const owners = new Map<string, string>()
  return manifest.map(({ file, module }) => {
    const tool = 'default' in module ? module.default : undefined
    if (!isTool(tool)) throw new Error(`tools/${file}.ts has no default export made by defineTool or defineQuery`)
    const expected = nameOfPath(tool)
    if (expected !== file)
      throw new Error(`tools/${file}.ts has the path ${tool.path}, which belongs to a file named ${expected}.ts`)
    const owner = owners.get(tool.path)
    if (owner) throw new Error(`tools/${file}.ts has the path ${tool.path}, which tools/${owner}.ts has already`)
    owners.set(tool.path, file)
    return { name: file, tool }
  })
}

function nameOfPath({ method, path }: Tool): string {
  const prefix = method === 'POST' ? POST_PREFIX : GET_PREFIX
  if (!path.startsWith(prefix)) return `(outside ${prefix})`
  const rest = path.slice(prefix.length)
  return method === 'POST' ? rest : rest.replaceAll('/', '-')
}
