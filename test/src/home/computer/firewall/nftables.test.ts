import { describe, expect, test } from 'bun:test'
import { fateOf } from '../../../../../src/home/computer/firewall/fate.ts'
import { readNftables } from '../../../../../src/home/computer/firewall/nftables.ts'
import type { Packet } from '../../../../../src/home/computer/firewall/packet.ts'
import { parseAddress } from '../../../../../src/policy/address.ts'

const OWN = parseAddress('192.168.1.10')
const PACKET: Packet = { version: 4, protocol: 'tcp', port: 8080, interface: 'eth0', own: OWN, vpn: false }
const PLACE = { family: 'inet', table: 'filter' }
const input = { chain: { ...PLACE, name: 'input', type: 'filter', hook: 'input', prio: 0, policy: 'drop' } }
const own = { chain: { ...PLACE, name: 'own' } }
const rule = (expr: readonly unknown[], chain = 'input') => ({ rule: { ...PLACE, chain, expr } })
const match = (left: unknown, right: unknown, op = '==') => ({ match: { op, left, right } })
const field = (protocol: string, name: string) => ({ payload: { protocol, field: name } })
const meta = (key: string) => ({ meta: { key } })
const accept = { accept: null }
const dport = (right: unknown, op = '==') => match(field('tcp', 'dport'), right, op)

const FLAGS = field('tcp', 'flags')

const read = (items: readonly unknown[], packet: Partial<Packet> = {}) =>
  readNftables(JSON.stringify({ nftables: [{ metainfo: {} }, { table: { family: 'inet', name: 'filter' } }, ...items] }), {
    ...PACKET,
    ...packet,
  })
const fate = (items: readonly unknown[], packet: Partial<Packet> = {}) => {
  const found = read(items, packet)
  if (!found) throw new Error('not read')
  return fateOf([found.ruleset])
}

describe('what is let in by', () => {
  const set = {
    set: { ...PLACE, name: 'ports', type: 'inet_service', elem: [80, { range: [8000, 8090] }, { elem: { val: 9, timeout: 5 } }] },
  }
  const states = (...names: string[]) => ({
    vmap: { key: { ct: { key: 'state' } }, data: { set: names.map((name) => [name, accept]) } },
  })

  test.each([
    ['nothing', [], 'yes'],
    ['a port', [dport(8080), accept], 'no'],
    ['ports in a set', [dport({ set: [22, { range: [8000, 8090] }] }), accept], 'no'],
    ['ports in a named set', [dport('@ports'), accept], 'no'],
    ['a set that is not there', [dport('@others'), accept], 'unknown'],
    ['ports below', [dport(1024, '<'), accept], 'yes'],
    [
      'the port of any transport',
      [match(meta('l4proto'), { set: ['tcp', 'udp'] }), match(field('th', 'dport'), 8080), accept],
      'no',
    ],
    ['another transport', [match(field('udp', 'dport'), 8080), accept], 'yes'],
    ['another transport, negated', [match(field('udp', 'dport'), 53, '!='), accept], 'yes'],
    ['another version of IP', [match(field('ip6', 'saddr'), '2001:db8::1', '!='), accept], 'yes'],
    ['an interface', [match(meta('iifname'), 'eth0'), accept], 'no'],
    ['a source at home', [match(field('ip', 'saddr'), { prefix: { addr: '192.168.0.0', len: 16 } }), accept], 'yes'],
    ['a source not at home', [match(field('ip', 'saddr'), { prefix: { addr: '192.168.0.0', len: 16 } }, '!='), accept], 'no'],
    ['a part of the internet', [match(field('ip', 'saddr'), { prefix: { addr: '8.0.0.0', len: 8 } }), accept], 'unknown'],
    ['this address', [match(field('ip', 'daddr'), '192.168.1.10'), accept], 'no'],
    ['new connections', [match({ ct: { key: 'state' } }, ['established', 'new'], 'in'), accept], 'no'],
    ['known connections', [match({ ct: { key: 'state' } }, { set: ['established', 'related'] }, 'in'), accept], 'yes'],
    ['new connections in a map', [states('established', 'new')], 'no'],
    ['a map of something unknown', [{ vmap: { key: meta('mark'), data: { set: [[1, accept]] } } }], 'unknown'],
    ['a map that is not there', [{ vmap: { key: field('tcp', 'dport'), data: '@nowhere' } }], 'unknown'],
    ['what was led elsewhere', [match({ ct: { key: 'status' } }, 'dnat', 'in'), accept], 'yes'],
    ['what is expected', [match({ ct: { key: 'status' } }, 'expected', 'in'), accept], 'unknown'],
    ['what opens a connection', [match({ '&': [FLAGS, ['fin', 'syn', 'rst', 'ack']] }, 'syn'), accept], 'no'],
    ['what does not', [match({ '&': [FLAGS, { '|': [{ '|': ['fin', 'syn'] }, 'ack'] }] }, 'syn', '!='), accept], 'yes'],
    ['flags that exclude each other', [match({ '&': [FLAGS, ['fin', 'syn']] }, ['fin', 'syn']), accept], 'yes'],
    ['a flag', [match(FLAGS, 'syn', 'in'), accept], 'no'],
    ['the lack of a flag', [match(FLAGS, ['syn', 'ack'], '!'), accept], 'yes'],
    ['no flags', [match({ '&': [FLAGS, ['syn', 'ack']] }, 0), accept], 'yes'],
    ['flags as a number', [match(FLAGS, 2), accept], 'unknown'],
    ['a rate', [{ limit: { rate: 3, per: 'minute' } }, accept], 'unknown'],
    ['a statement of the future', [{ quantum: {} }, accept], 'unknown'],
    ['a chain', [{ jump: { target: 'own' } }], 'no'],
    ['a program', [{ queue: { num: 0 } }], 'unknown'],
  ] as const)('%s', (_, expr, blocks) => {
    expect(fate([set, input, own, rule([...expr]), rule([dport(8080), accept], 'own')]).blocks).toBe(blocks)
  })
})

test('every chain at which packets come in has to accept; those of other families do not count', () => {
  const later = { chain: { ...input.chain, name: 'later', prio: 10 } }
  const bridge = { chain: { ...input.chain, family: 'bridge', name: 'late' } }
  const six = { chain: { ...input.chain, family: 'ip6', name: 'late' } }
  const output = { chain: { ...input.chain, hook: 'output', name: 'out' } }
  const lets = rule([accept])
  expect(fate([input, lets, bridge, six, output]).blocks).toBe('no')
  expect(fate([input, lets, later])).toMatchObject({
    blocks: 'yes',
    lines: ['nft insert rule inet filter later tcp dport 8080 accept'],
  })
  // One that accepts is not enough where another is in doubt.
  const doubts = rule([{ limit: { rate: 3, per: 'minute' } }, accept], 'later')
  expect(fate([input, lets, later, doubts]).blocks).toBe('unknown')
  expect(fate([input, lets, bridge, six], { version: 6, own: null }).blocks).toBe('yes')
})

test('a line is only written with names that a shell cannot misread', () => {
  const named = (name: string) => fate([{ chain: { ...input.chain, name } }]).lines
  expect(named('in-put.1')).toEqual(['nft insert rule inet filter in-put.1 tcp dport 8080 accept'])
  for (const name of ['in; rm -rf /', '$(reboot)', 'a b', '', '-j', 'x\ny']) expect(named(name)).toEqual([null])
})

test('tables with parts that only iptables understands are left to it', () => {
  const place = { family: 'ip', table: 'filter' }
  const chain = { chain: { ...input.chain, ...place, name: 'INPUT' } }
  const item = { rule: { ...place, chain: 'INPUT', expr: [{ xt: { type: 'match', name: 'conntrack' } }, accept] } }
  const found = read([chain, item, input, rule([accept])])
  expect([found?.needsIptables, found && fateOf([found.ruleset]).blocks]).toEqual([true, 'no'])
  expect(read([chain, item, input], { version: 6, own: null })?.needsIptables).toBe(false)
})

test('what is not a list of rules is not read', () => {
  for (const text of ['', '{', 'null', '[]', '{"nftables":{}}', '"nftables"']) expect(readNftables(text, PACKET)).toBeNull()
  const noRules = [null, 1, 'x', [], {}, { rule: null }, { rule: 5 }, { chain: [] }, { set: 'x' }]
  expect(fate([...noRules, rule([null, 1, {}, { match: null }, { vmap: 7 }]), input]).blocks).toBe('unknown')
})
