// The program itself with the tools that the conformance suite of the protocol asks a server for, as far as doorstep can have such tools.
import { manifest } from '../../../src/operations/registry/manifest.gen.ts'
import { defineText, defineTool, offline, t } from '../../../src/tool.ts'

const text = defineText({
  en: {
    title: 'Test',
    summary: 'For a test',
    refused: 'This tool intentionally returns an error for testing',
    'label.x': 'x',
    'field.x': 'x',
  },
  ko: { title: '시험', summary: '시험용입니다', refused: '시험을 위한 오류입니다', 'label.x': 'x', 'field.x': 'x' },
})
const body = t.Object({ x: t.Optional(t.String()) })
const common = { group: 'ip', text, policy: offline, body, headline: () => 'Done.' } as const

const tools = {
  test_simple_text: defineTool({
    ...common,
    path: '/api/tools/test_simple_text',
    result: t.Object({ text: t.String() }),
    run: () => ({ text: 'This is a simple text response for testing.' }),
  }),
  test_error_handling: defineTool({
    ...common,
    path: '/api/tools/test_error_handling',
    result: t.Object({}),
    run: ({ refuse }) => refuse('refused', {}, { field: 'x', code: 'invalid-request' }),
  }),
  test_tool_with_progress: defineTool({
    ...common,
    path: '/api/tools/test_tool_with_progress',
    event: t.Object({ percent: t.Integer() }),
    result: t.Object({ text: t.String() }),
    async run({ report }) {
      for (const percent of [0, 50, 100]) {
        report({ percent })
        await Bun.sleep(50)
      }
      return { text: 'done' }
    },
  }),
}
// The list is read-only for the program; here it grows before the program reads it.
const list = manifest as { file: string; module: object }[]
for (const [file, tool] of Object.entries(tools)) list.push({ file, module: { default: tool } })
await import('../../../src/main.ts')
