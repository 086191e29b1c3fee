// Blocks over HTTP: whoever prefers them gets them with the answer of every tool that draws, also of one that prints in its own way.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { isRecord } from '../../../../src/contract/record.ts'
import { drawing } from '../../../../src/faces/text/drawing.ts'
import { manifest } from '../../../../src/registry/manifest.gen.ts'
import { toolsOf } from '../../../../src/registry/tools.ts'
import type { Runnable } from '../../../../src/run/run.ts'
import { bodyOf, postTool, type Server, startServer } from '../../../support/server.ts'

let server: Server
beforeAll(async () => {
  server = await startServer({ args: ['--allow-targets', '127.0.0.0/8'] })
})
afterAll(() => server[Symbol.asyncDispose]())

const DRAWN = toolsOf(manifest).filter(({ tool }) => tool.blocks)

test('every tool that draws is drawn, whatever it prints', () => {
  expect(DRAWN.length).toBeGreaterThan(10)
  for (const named of DRAWN) {
    // A seam: nothing of it runs here.
    const runnable = { ...named } as unknown as Runnable
    expect([named.name, drawing(runnable) === runnable]).toEqual([named.name, false])
  }
})

test.each([
  ['ip-lookup', { ip: '8.8.8.8' }],
  ['http-headers', { url: 'http://127.0.0.1:1/' }],
  ['dns-lookup', { domain: 'example.com' }],
] as const)('%s has them only where they are preferred, and not in text', async (tool, body) => {
  const ask = (headers: Record<string, string>) => postTool(server.url, tool, body, headers)
  const plain = await bodyOf(await ask({}))
  expect(plain.blocks).toBeUndefined()
  const drawn = await ask({ prefer: 'blocks' })
  expect(drawn.headers.get('preference-applied')).toBe('blocks')
  const { blocks } = await bodyOf(drawn)
  expect(blocks.length).toBeGreaterThan(0)
  expect(blocks.filter((block: unknown) => !isRecord(block) || typeof block.kind !== 'string')).toEqual([])
  const told = await ask({ prefer: 'blocks', accept: 'text/plain' })
  expect([told.headers.get('preference-applied'), (await told.text()).startsWith(plain.headline)]).toEqual([null, true])
})
