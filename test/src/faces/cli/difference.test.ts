import { describe, expect, test } from 'bun:test'
import { sayDifference } from '../../../../src/faces/cli/difference.ts'
import { findTool } from '../../../../src/faces/cli/tool.ts'

async function toolCalled(name: string) {
  const named = await findTool(name, [], {})
  if ('known' in named) throw new Error(`${name} is not there`)
  return named
}

/** Compares answers of servers called a, b, c, in order. */
async function said(tool: string, answers: readonly object[], locale: 'en' | 'ko' = 'en') {
  const answered = answers.map((answer, index) => ({ name: 'abc'.charAt(index), ran: { answer, result: answer } }))
  return sayDifference(await toolCalled(tool), answered, locale)
}

const FILTERED = 'Reached from a, not from b: something on the way filters by origin, or the network of b does not let this out.'

describe('servers that differ', () => {
  test.each([
    ['port-check', { status: 'open', ip: '192.0.2.1' }, { status: 'timeout', ip: '192.0.2.1' }],
    ['port-check', { status: 'open', ip: '192.0.2.1' }, { status: 'refused', ip: '192.0.2.1' }],
    ['reachability', { verdict: 'reachable', ip: '192.0.2.1' }, { verdict: 'blocked', ip: '192.0.2.1' }],
    [
      'public-service-check',
      { verdict: 'tcp-only', resolved: { address: '192.0.2.1' } },
      { verdict: 'unreachable', resolved: { address: '192.0.2.1' } },
    ],
    [
      'ssl-check',
      { valid: false, outcome: 'handshake', address: '192.0.2.1' },
      { valid: false, outcome: 'timeout', address: '192.0.2.1' },
    ],
  ])('%s: a filter by origin', async (tool, good, bad) => {
    expect((await said(tool, [good, bad])).headline).toBe(FILTERED)
    const three = await said(tool, [bad, good, bad], 'ko')
    expect(three.headline).toBe(
      'b 서버에서는 연결되고 a 및 c 서버에서는 연결되지 않습니다. 경로 중간에서 출발지에 따라 차단하고 있거나, a 및 c 서버 쪽 네트워크에서 이런 연결을 막고 있습니다.',
    )
  })

  test('a filter is not blamed where they checked two addresses', async () => {
    const answers = [
      { status: 'open', ip: '192.0.2.1' },
      { status: 'timeout', ip: '2001:db8::1' },
    ]
    expect(await said('port-check', answers)).toEqual({
      agree: false,
      headline:
        'Reached from a, not from b, but they did not check the same address (192.0.2.1 from a; 2001:db8::1 from b): the difference may lie there.',
    })
    expect((await said('port-check', answers, 'ko')).headline).toContain('(a에서 192.0.2.1; b에서 2001:db8::1)')
  })

  test('how they fail is said where that differs', async () => {
    const answers = [
      { status: 'refused', ip: '192.0.2.1' },
      { status: 'timeout', ip: '192.0.2.1' },
    ]
    expect(await said('port-check', answers)).toEqual({
      agree: false,
      headline: 'Not reached from any server that answered. The answers differ: "status" is refused from a; timeout from b.',
    })
  })

  test('silence over UDP does not say that nothing was reached', async () => {
    const silent = { status: 'timeout', protocol: 'udp', ip: '192.0.2.1' }
    expect((await said('port-check', [silent, silent])).headline).toBe('The answers agree: "status" is timeout.')
    expect((await said('port-check', [{ ...silent, status: 'open' }, silent])).headline).toBe(FILTERED)
  })

  test('a certificate may differ where all get one', async () => {
    const answers = [true, false].map((valid) => ({ valid, outcome: 'handshake', address: '192.0.2.1' }))
    expect((await said('ssl-check', answers)).headline).toBe(
      'Reached from every server that answered. The answers differ: "valid" is true from a; false from b.',
    )
  })

  test('nothing is said of reaching where one cannot tell', async () => {
    const answers = [
      { verdict: 'reachable', ip: '192.0.2.1' },
      { verdict: 'cannot-tell', ip: '192.0.2.1' },
    ]
    expect((await said('reachability', answers)).headline).toBe(
      'The answers differ: "verdict" is reachable from a; cannot-tell from b.',
    )
  })

  test('findings of other tools, and answers of other versions', async () => {
    expect(await said('dns-lookup', [{ status: 'noerror' }, { status: 'noerror' }])).toEqual({
      agree: true,
      headline: 'The answers agree: "status" is noerror.',
    })
    expect(await said('dns-lookup', [{ status: 'noerror' }, {}])).toEqual({
      agree: false,
      headline: 'The answers differ: "status" is noerror from a; unknown from b.',
    })
    expect((await said('dns-lookup', [{ status: 'nxdomain' }, { status: 'noerror' }], 'ko')).headline).toBe(
      '응답한 서버마다 결과가 다릅니다. "status" 값: a에서 nxdomain; b에서 noerror',
    )
    expect(await said('ip-json', [{ ip: '192.0.2.1' }, { ip: '192.0.2.2' }])).toEqual({
      agree: false,
      headline: 'The answers differ.',
    })
  })
})

describe('a hostile server among them', () => {
  test.each(['en', 'ko'] as const)('cannot write to the terminal, nor fill it: %s', async (locale) => {
    const hostile = `open\u001b[2J\u009b31m\u202e\n${'x'.repeat(10_000)}`
    const other = { status: 'open', ip: '192.0.2.1' }
    for (const answers of [
      [{ status: hostile }, other],
      [{ status: hostile }, { status: hostile }],
      [{ status: 'timeout', ip: hostile }, other],
    ]) {
      const { headline } = await said('port-check', answers, locale)
      expect(headline).not.toMatch(/[\p{Cc}\p{Cf}]/u)
      expect(headline.length).toBeLessThan(500)
    }
  })

  test('whose finding has no text is one that is not known', async () => {
    const nothing = { toString: 1, valueOf: 1 }
    for (const status of [nothing, [[nothing]], []]) {
      expect(
        await said('port-check', [
          { status, ip: status },
          { status: 'open', ip: '192.0.2.1' },
        ]),
      ).toEqual({
        agree: false,
        headline: 'The answers differ: "status" is unknown from a; open from b.',
      })
    }
    expect((await said('port-check', [{ status: nothing }, { status: nothing }])).headline).toContain('unknown')
  })
})

test.each(['port-check', 'reachability', 'public-service-check', 'ssl-check'])(
  '%s says where its address stands',
  async (name) => {
    const { tool } = await toolCalled(name)
    const [first = '', second] = tool.reach?.address ?? []
    const { properties } = tool.result
    expect(Object.keys(second === undefined ? properties : properties[first].properties)).toContain(second ?? first)
  },
)
