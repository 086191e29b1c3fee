// Results as they are drawn of blocks, without running a tool.
import type { Block } from '../../src/contract/blocks.ts'
import type { Locale } from '../../src/contract/text.ts'
import { blocksOf } from '../../src/faces/text/answer-blocks.ts'
import { renderBlocks } from '../../src/faces/text/blocks.ts'
import { answerOf, TOOLS, type ToolAnswers } from './page/answers.ts'

/** Returns the blocks of an answer with these fields; the others are the emptiest that the schema of the tool allows. */
export function blocksFor<Tool extends keyof ToolAnswers>(
  name: Tool,
  fields: Partial<ToolAnswers[Tool]>,
  locale: Locale = 'en',
): readonly Block[] {
  const tool = TOOLS.get(name)
  if (!tool) throw new Error(name)
  return blocksOf({ tool }, answerOf(name, fields), locale)
}

/** Returns the same as lines of text. */
export function toldBy<Tool extends keyof ToolAnswers>(name: Tool, fields: Partial<ToolAnswers[Tool]>, locale: Locale = 'en') {
  return renderBlocks(blocksFor(name, fields, locale)).split('\n')
}

/** Returns the marks in blocks, in their order. */
export function marksIn(blocks: readonly Block[]): unknown[] {
  const found: unknown[] = []
  JSON.stringify(blocks, (key, value) => {
    if (key === 'mark' && value) found.push(value)
    return value
  })
  return found
}
