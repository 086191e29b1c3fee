// A tool with an input of its own, in one file and its text: what it refuses in its own words.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCheckout } from '../../support/process/checkout.ts'
import { bodyOf, postTool, type Server, startServer } from '../../support/server.ts'

const TEXT = `import { defineText } from '../src/tool.ts'

export const text = defineText({
  en: {
    title: 'Size of a block',
    summary: 'The size of an IPv4 block',
    sized: '{cidr} has {size} addresses.',
    'label.cidr': 'Block', 'field.cidr': 'A block.', 'label.units': 'Units', 'field.units': 'Units.',
    'not-a-cidr': '"{cidr}" is not a block. Write an address, a slash and a length.',
    'too-long': 'A length of {length} bits is more than an address has.',
    'unknown-unit': '"{unit}" is not a unit. Units are addresses and bits.',
  },
  ko: {
    title: '대역 크기',
    summary: 'IPv4 대역의 크기를 계산합니다',
    sized: '{cidr} 대역의 주소는 {size}개입니다.',
    'label.cidr': '대역', 'field.cidr': '대역입니다.', 'label.units': '단위', 'field.units': '단위입니다.',
    'not-a-cidr': '"{cidr}" 값은 IP 대역이 아닙니다. 주소와 슬래시, 길이를 적으십시오.',
    'too-long': '길이 {length}비트는 주소보다 깁니다.',
    'unknown-unit': '"{unit}" 단위는 지원하지 않습니다. 단위는 addresses 또는 bits입니다.',
  },
})
`
const TOOL = `import { defineTool, offline, parseAddress, refusing, t } from '../src/tool.ts'
import { text } from './cidr-info.text.ts'

export default defineTool({
  path: '/api/tools/cidr-info',
  group: 'ip',
  text,
  policy: offline,
  body: t.Object({
    cidr: refusing(t.String({ maxLength: 64, examples: ['192.0.2.0/24'] }), 'invalid-target'),
    units: t.Optional(refusing(t.Array(t.String()), 'unknown-value')),
  }),
  result: t.Object({ size: t.Integer() }),
  headline: ({ size }, { body: { cidr }, say }) => say('sized', { cidr, size }),
  run({ body: { cidr, units = [] }, refuse }) {
    const [address = '', length = ''] = cidr.split('/')
    const parsed = parseAddress(address)
    if (!parsed || length === '') return refuse('not-a-cidr', { cidr }, { field: 'cidr', code: 'invalid-target' })
    // After a refusal nothing is null: the types know.
    const bits = parsed.version === 4 ? 32 : 128
    if (Number(length) > bits) refuse('too-long', { length }, { field: 'cidr', code: 'invalid-request' })
    const at = units.findIndex((unit) => unit !== 'addresses' && unit !== 'bits')
    if (at >= 0) {
      refuse('unknown-unit', { unit: String(units[at]) }, {
        field: \`units.\${at}\`, code: 'unknown-value', didYouMean: ['bits'], supported: ['addresses', 'bits'],
      })
    }
    return { size: 2 ** (bits - Number(length)) }
  },
})
`

let checkout: ReturnType<typeof makeCheckout>
let server: Server
beforeAll(async () => {
  checkout = makeCheckout()
  writeFileSync(join(checkout.folder, 'tools', 'cidr-info.ts'), TOOL)
  writeFileSync(join(checkout.folder, 'tools', 'cidr-info.text.ts'), TEXT)
  server = await startServer({ command: [process.execPath, 'src/main.ts'], cwd: checkout.folder })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  checkout[Symbol.dispose]()
})
const ask = (body: unknown, headers: Record<string, string> = {}) => postTool(server.url, 'cidr-info', body, headers)

describe('a tool refuses in its own words', () => {
  test('what it can read it answers', async () => {
    expect(await bodyOf(await ask({ cidr: '192.0.2.0/24' }))).toMatchObject({
      tool: 'cidr-info',
      headline: '192.0.2.0/24 has 256 addresses.',
      size: 256,
    })
  })

  test('with the code, the field and the status of a problem, in both languages', async () => {
    const answer = await ask({ cidr: 'banana' })
    expect([answer.status, answer.headers.get('doorstep-code')]).toEqual([422, 'invalid-target'])
    expect(await bodyOf(answer)).toEqual({
      type: 'urn:doorstep:problem:invalid-target',
      title: 'Invalid target',
      status: 422,
      code: 'invalid-target',
      detail: '"banana" is not a block. Write an address, a slash and a length.',
      field: 'cidr',
    })
    const korean = await bodyOf(await ask({ cidr: 'banana' }, { 'accept-language': 'ko' }))
    expect(korean.detail).toBe('"banana" 값은 IP 대역이 아닙니다. 주소와 슬래시, 길이를 적으십시오.')
  })

  test('an invalid-request lists its error, as those of the schema do', async () => {
    const detail = 'A length of 33 bits is more than an address has.'
    expect(await bodyOf(await ask({ cidr: '192.0.2.0/33' }))).toMatchObject({
      code: 'invalid-request',
      detail,
      field: 'cidr',
      errors: [{ field: 'cidr', message: detail }],
    })
  })

  test('an unknown-value says what is near and what is known, and which entry it is', async () => {
    expect(await bodyOf(await ask({ cidr: '192.0.2.0/24', units: ['bits', 'bit'] }))).toMatchObject({
      code: 'unknown-value',
      field: 'units.1',
      didYouMean: ['bits'],
      supported: ['addresses', 'bits'],
    })
  })

  test('as text, and to one who streams', async () => {
    const text = await (await ask({ cidr: 'a\nb' }, { accept: 'text/plain' })).text()
    expect(text).toBe('Invalid target: "a b" is not a block. Write an address, a slash and a length.\n')
    const stream = await ask({ cidr: 'banana' }, { accept: 'application/x-ndjson' })
    expect([stream.status, (await bodyOf(stream)).code]).toEqual([422, 'invalid-target'])
  })

  test('is not our fault, so nothing is logged', () =>
    expect(server.output.filter((line) => line.includes('"level":"error"'))).toEqual([]))
})
