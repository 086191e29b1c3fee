import { homeCommands } from '../../../src/faces/cli/outside.ts'
import { manifest } from '../../../src/operations/registry/manifest.gen.ts'
import { type NamedTool, toolsOf } from '../../../src/operations/registry/tools.ts'

/** The tools, and the commands at home. */
export const TOOLS: readonly NamedTool[] = toolsOf(manifest)
export const COMMANDS: readonly NamedTool[] = [...TOOLS, ...homeCommands()]

export function namedTool(name: string): NamedTool {
  const named = COMMANDS.find((one) => one.name === name)
  if (!named) throw new Error(`there is no ${name}`)
  return named
}
