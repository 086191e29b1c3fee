import { describe, expect, test } from 'bun:test'
import { homeCommands } from '../../../../../src/faces/cli/home-commands.ts'
import { lineOf, newsIn } from '../../../../../src/faces/cli/watch/watch.ts'
import { manifest } from '../../../../../src/registry/manifest.gen.ts'
import { type NamedTool, toolsOf } from '../../../../../src/registry/tools.ts'

const tools = [...toolsOf(manifest), ...homeCommands()]
function tool(name: string): NamedTool {
  const named = tools.find((one) => one.name === name)
  if (!named) throw new Error(`there is no ${name}`)
  return named
}

const PORT = {
  tool: 'port-check',
  checkedAt: '2026-01-01T00:00:00Z',
  elapsedMs: 31,
  headline: 'Open.',
  ip: '203.0.113.7',
  status: 'open',
}

describe('times, and what changes with every check, are not news', () => {
  test.each([
    [
      'port-check',
      { ...PORT, latencyMs: 8 },
      { ...PORT, checkedAt: 'later', elapsedMs: 9, headline: '열려 있습니다.', latencyMs: 9 },
    ],
    [
      'dns-lookup',
      { status: 'noerror', values: ['192.0.2.1'], records: [{ ttl: 300 }] },
      { status: 'noerror', values: ['192.0.2.1'], records: [{ ttl: 20 }] },
    ],
    [
      'ip-lookup',
      { checkedAt: 'a', elapsedMs: 1, headline: 'x', asns: [] },
      { checkedAt: 'b', elapsedMs: 2, headline: 'y', asns: [] },
    ],
    ['ip', '203.0.113.7\n', '203.0.113.7\n'],
  ])('%s', (name, one, other) => {
    expect(newsIn(tool(name), one)).toBe(newsIn(tool(name), other))
  })
})

describe('what is', () => {
  test.each([
    ['port-check', PORT, { ...PORT, status: 'closed' }],
    ['port-check', PORT, { ...PORT, ip: '203.0.113.8' }],
    ['dns-lookup', { status: 'noerror', values: ['192.0.2.1'] }, { status: 'noerror', values: ['192.0.2.2'] }],
    ['reachability', { verdict: 'blocked', blockedAt: 'router' }, { verdict: 'blocked', blockedAt: 'port' }],
    ['home', { verdict: 'blocked', blockedAt: 'router' }, { verdict: 'blocked', blockedAt: 'firewall' }],
    ['home', { verdict: 'blocked', cause: 'no-rule' }, { verdict: 'blocked', cause: 'rule-elsewhere' }],
    ['home', { verdict: 'blocked', ip: '203.0.113.7' }, { verdict: 'blocked', ip: '203.0.113.8' }],
    ['ip-lookup', { asns: [] }, { asns: [{ asn: 1 }] }],
    ['ip', '203.0.113.7\n', '203.0.113.8\n'],
  ])('%s: %j', (name, one, other) => {
    expect(newsIn(tool(name), one)).not.toBe(newsIn(tool(name), other))
  })

  test('of several places, what each of them says, or why it does not', () => {
    const view = (answer: object | null, error: string | null = null) => ({ url: 'https://a.example/', answer, error })
    const news = (...places: readonly unknown[]) => newsIn(tool('port-check'), { places, difference: 'same', headline: 'x' })
    const open = view(PORT)
    expect(news(open, open)).toBe(news(open, view({ ...PORT, elapsedMs: 5 })))
    expect(news(open, open)).not.toBe(news(open, view({ ...PORT, status: 'closed' })))
    expect(news(open, open)).not.toBe(news(open, view(null, 'down')))
    expect(news(null, 3)).toBe(news(null, 4))
  })
})

test('the line of a finding is its headline, cannot move the cursor, and has a bound', () => {
  expect(lineOf(PORT)).toBe('Open.')
  expect(lineOf('203.0.113.7\n')).toBe('203.0.113.7')
  expect(lineOf({ headline: 'a\u001b[2Jb\nc\u202e' })).toBe('a [2Jb c ')
  expect(lineOf({ headline: 'x'.repeat(9999) })).toHaveLength(500)
  expect(lineOf({ ip: '203.0.113.7' })).toBe('{"ip":"203.0.113.7"}')
})
