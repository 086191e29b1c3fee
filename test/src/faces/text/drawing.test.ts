// Blocks over HTTP: whoever prefers them gets them with the answer of every tool, also of one that prints in its own way.

import { expect, test } from 'bun:test'
import { isRecord } from '../../../../src/contract/record.ts'
import { bodyOf, postTool } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

const server = await sharedServer({ args: ['--allow-targets', '127.0.0.0/8'] })

test.each([
  ['ip-lookup', { ip: '8.8.8.8' }],
  ['http-headers', { url: 'http://127.0.0.1:1/' }],
  ['dns-lookup', { domain: 'example.com' }],
  ['router-login-route', { routerBrand: 'iptime' }],
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
