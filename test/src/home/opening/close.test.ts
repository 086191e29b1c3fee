import { describe, expect, test } from 'bun:test'
import { secondsIn } from '../../../../src/home/opening/doors.ts'
import { type FakeGateway, gateway, OWN, runIn } from '../../../support/home/opening.ts'

const PORT = 25_565
const rule = {
  protocol: 'tcp',
  externalPort: PORT,
  internalIp: OWN,
  internalPort: PORT,
  description: 'doorstep',
  leaseS: 900,
} as const
const home = (...rules: FakeGateway['rules']) => gateway({ ways: ['pcp', 'upnp'], rules })

describe('doorstep close', () => {
  test('removes the rules that lead to this computer, over both protocols', async () => {
    const v4 = home(rule, { ...rule, protocol: 'udp' }, { ...rule, externalPort: 80, internalPort: 80 })
    const { answer } = await runIn('close', { v4 }, { port: PORT })
    expect([v4.asked, v4.rules.length]).toEqual([[`0 pcp close tcp ${PORT}`, `0 pcp close udp ${PORT}`], 1])
    expect(answer).toMatchObject({
      status: 'closed',
      closed: [{ protocol: 'tcp', isCertain: true }, { protocol: 'udp' }],
      refusals: [],
    })
  })

  test('asks nothing about a port that leads elsewhere, and says so', async () => {
    for (const other of [
      { ...rule, internalIp: '192.168.1.20' },
      { ...rule, internalPort: 80 },
    ]) {
      const v4 = home(other)
      const { answer } = await runIn('close', { v4 }, { port: PORT, protocol: 'tcp' })
      expect([answer.status, v4.asked, v4.rules]).toEqual(['left-alone', [], [other]])
      expect(answer.refusals).toMatchObject([{ protocol: 'tcp', reason: 'taken', by: other.internalIp }])
    }
    // The protocol for which there is no rule is asked for, and does not hide the other.
    const v4 = home({ ...rule, internalIp: '192.168.1.20' })
    const { answer } = await runIn('close', { v4 }, { port: PORT })
    expect([answer.status, v4.asked]).toEqual(['left-alone', [`0 pcp close udp ${PORT}`]])
    expect(answer.headline).toBe(
      `The router has a rule for TCP port ${PORT} that leads to 192.168.1.20, not to this port of this computer. It was left alone.`,
    )
  })
})

test('a time is seconds, minutes or hours, and at most a day', () => {
  expect(['90s', '45m', '2h', '24h', '1440m', '86400s', '1d'].map(secondsIn)).toEqual([
    90, 2700, 7200, 86_400, 86_400, 86_400, 86_400,
  ])
})

test('anything else is not one', () => {
  for (const text of [
    '',
    ...'2 h 0h 0s 25h 2d 1441m 86401s -1h 1.5h 2H'.split(' '),
    '2 h',
    ' 2h',
    '2h ',
    '1h30m',
    '999999s',
    '２h',
    'Infinityh',
  ])
    expect([text, secondsIn(text)]).toEqual([text, null])
})
