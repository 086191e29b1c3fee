// Answers of tools for drawings, without running them.
import { Value } from '@sinclair/typebox/value'
import type { ToolAnswers } from '../../../src/contract/tool-answers.gen.ts'
import { manifest } from '../../../src/registry/manifest.gen.ts'
import { toolsOf } from '../../../src/registry/tools.ts'

export const TOOLS = new Map(toolsOf(manifest).map(({ name, tool }) => [name, tool]))

/** Returns an answer with these fields; the others are the emptiest that the schema of the tool allows. */
export function answerOf<Tool extends keyof ToolAnswers>(tool: Tool, fields: Partial<ToolAnswers[Tool]>): ToolAnswers[Tool] {
  const schema = TOOLS.get(tool)?.result
  if (!schema) throw new Error(tool)
  // A seam: the types of answers are written from the schemas.
  return { ...(Value.Create(schema) as ToolAnswers[Tool]), tool, checkedAt: '2026-06-05T04:03:02.000Z', ...fields }
}
