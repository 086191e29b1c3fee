// Answers of tools for drawings, without running them.
import { Value } from '@sinclair/typebox/value'
import type { AnswerOf } from '../../../src/faces/web/page/answers.ts'
import { manifest } from '../../../src/operations/registry/manifest.gen.ts'
import { toolsOf } from '../../../src/operations/registry/tools.ts'

export const TOOLS = new Map(toolsOf(manifest).map(({ name, tool }) => [name, tool]))

/** The answer of each tool, by its name. */
export interface ToolAnswers {
  'certificate-check': AnswerOf<typeof import('../../../tools/certificate-check.ts').default>
  'ddns-match': AnswerOf<typeof import('../../../tools/ddns-match.ts').default>
  'dns-lookup': AnswerOf<typeof import('../../../tools/dns-lookup.ts').default>
  'dns-propagation': AnswerOf<typeof import('../../../tools/dns-propagation.ts').default>
  'http-headers': AnswerOf<typeof import('../../../tools/http-headers.ts').default>
  'ip-location': AnswerOf<typeof import('../../../tools/ip-location.ts').default>
  'ip-lookup': AnswerOf<typeof import('../../../tools/ip-lookup.ts').default>
  ping: AnswerOf<typeof import('../../../tools/ping.ts').default>
  'port-check': AnswerOf<typeof import('../../../tools/port-check.ts').default>
  'port-forward-plan': AnswerOf<typeof import('../../../tools/port-forward-plan.ts').default>
  'public-service-check': AnswerOf<typeof import('../../../tools/public-service-check.ts').default>
  reachability: AnswerOf<typeof import('../../../tools/reachability.ts').default>
  'reverse-dns': AnswerOf<typeof import('../../../tools/reverse-dns.ts').default>
  'router-login-route': AnswerOf<typeof import('../../../tools/router-login-route.ts').default>
  'ssl-check': AnswerOf<typeof import('../../../tools/ssl-check.ts').default>
  traceroute: AnswerOf<typeof import('../../../tools/traceroute.ts').default>
}

/** Returns an answer with these fields; the others are the emptiest that the schema of the tool allows. */
export function answerOf<Tool extends keyof ToolAnswers>(tool: Tool, fields: Partial<ToolAnswers[Tool]>): ToolAnswers[Tool] {
  const schema = TOOLS.get(tool)?.result
  if (!schema) throw new Error(tool)
  // A seam: the schemas are those of the types.
  return { ...(Value.Create(schema) as ToolAnswers[Tool]), tool, checkedAt: '2026-06-05T04:03:02.000Z', ...fields }
}
