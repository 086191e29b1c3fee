import { describe, expect, test } from 'bun:test'
import { portState, seenPort } from '../../../src/advice/port.ts'
import { aboutOf, caseOf } from '../../support/advice/cases.ts'

const PLAIN = {
  port: 25_565,
  protocol: 'tcp',
  status: 'timeout',
  reason: null,
  where: null,
  proof: null,
  identity: null,
} as const
const { where } = aboutOf(caseOf({ port: 9999 }), { verdict: 'silent-at-address' })
const minecraft = { ask: 'minecraft', port: null } as const
const said = (kind: string) => ({ kind, name: null, version: null, players: null })

describe('the state of a port', () => {
  const state = (found: Partial<Parameters<typeof portState>[0]>) => portState({ ...PLAIN, ...found })

  test('a check that failed is no silence', () => expect(state({ status: 'error' })).toBe('failed'))

  test('over TCP every answer but an open port is a shut one', () => {
    expect(state({ status: 'open' })).toBe('open')
    for (const status of ['closed', 'timeout', 'refused'] as const) expect(state({ status })).toBe('shut')
  })

  test('silence over UDP tells nothing, unless it was seen to come from another end', () => {
    expect(state({ protocol: 'udp' })).toBe('silent')
    expect(state({ protocol: 'udp', where })).toBe('silent')
    expect(state({ protocol: 'udp', where: { ...where, verdict: 'no-device' } })).toBe('shut')
    expect(state({ protocol: 'udp', status: 'refused' })).toBe('shut')
  })

  test('with a key, silence is that of a program that would have answered', () => {
    expect(state({ protocol: 'udp', proof: 'no-answer' })).toBe('shut')
    expect(state({ status: 'open', proof: 'no-answer' })).toBe('silent')
  })
})

describe('a finding, as advice takes it', () => {
  const seen = (found: object, more: object = {}) =>
    seenPort({ found: { ...PLAIN, ...found }, query: null, about: null, ...more })

  test('whether the host refused', () => {
    expect(seen({ status: 'refused' }).isRefused).toBe(true)
    expect(seen({ protocol: 'udp', reason: 'port-unreachable' }, { isHost: true }).isRefused).toBe(true)
    expect(seen({ protocol: 'udp', reason: 'port-unreachable' }).isRefused).toBe(false)
  })

  test('where the program was heard, if its own port is silent', () => {
    const query = { ...minecraft, port: 25_566 }
    const found = { identity: said('minecraft') }
    expect(seen(found, { query }).heardOn).toBe(25_566)
    expect(seen({ ...found, status: 'open' }, { query }).heardOn).toBe(null)
    expect(seen(found, { query: minecraft }).heardOn).toBe(null)
  })
})
