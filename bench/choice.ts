#!/usr/bin/env bun
/**
 * The share of people's questions that the words of a tool lead to it, in English and Korean, by a lexical ranker: no model is at hand, and what words find a
 * model finds as well. A report for whoever writes descriptions, and no gate: where two tools answer, no text has to give way.
 */
import { MCP_HEADERS, messagesOf, postMcp } from '../test/support/mcp/clients.ts'
import { startServer } from '../test/support/server.ts'
import { ENGLISH, FURTHER, FURTHER_KOREAN, HELD_OUT, HELD_OUT_KOREAN, KOREAN, type Questions } from './suite/questions.ts'
import { type Ranked, rankerOf } from './suite/ranker.ts'

/** No description was changed for the last two. */
const SETS: readonly (readonly [set: string, language: 'en' | 'ko', questions: Questions, among: number])[] = [
  ['questions', 'en', ENGLISH, 1],
  ['questions', 'ko', KOREAN, 1],
  ['further', 'en', FURTHER, 1],
  ['further', 'ko', FURTHER_KOREAN, 1],
  ['held out', 'en', HELD_OUT, 3],
  ['held out', 'ko', HELD_OUT_KOREAN, 3],
]

await using server = await startServer()

async function listIn(language: string): Promise<readonly Ranked[]> {
  const params = { _meta: { 'doorstep/language': language } }
  const [answer] = await messagesOf(
    await postMcp(server.url, { jsonrpc: '2.0', id: 1, method: 'tools/list', params }, MCP_HEADERS),
  )
  return answer.result.tools
}

const lists = { en: await listIn('en'), ko: await listIn('ko') }
for (const [set, language, questions, among] of SETS) {
  const rank = rankerOf(lists[language])
  const missed = questions.flatMap(([question, tool]) => {
    const first = rank(question).slice(0, among)
    return first.includes(tool) ? [] : [`  ${question}: ${first.join(', ')} instead of ${tool}`]
  })
  const found = questions.length - missed.length
  console.log([`${set}, ${language}: ${found} of ${questions.length} among the first ${among}`, ...missed].join('\n'))
}
