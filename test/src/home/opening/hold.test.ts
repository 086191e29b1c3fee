import { describe, expect, test } from 'bun:test'
import type { Means } from '../../../../src/home/opening/doors.ts'
import { type FakeGateway, type FakeHome, gateway, JumpingClock, OWN, runIn, START, WAN } from '../../../support/home/opening.ts'

const PORT = 25_565
const other = { protocol: 'tcp', externalPort: PORT, internalIp: '192.168.1.20', internalPort: PORT, leaseS: null } as const
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString()

const open = (home: FakeHome, signal = new AbortController().signal) => runIn('open', home, { port: PORT }, { signal })

/** Prepares a run that somebody ends after so many seconds. */
function endedAfter(seconds: number, ways?: FakeGateway['ways']) {
  const clock = new JumpingClock()
  const v4 = gateway({ clock, ...(ways && { ways }) })
  const controller = new AbortController()
  clock.at(seconds, () => controller.abort())
  return { clock, v4, signal: controller.signal }
}

describe('a rule', () => {
  test('is renewed at half its time, as long as it is kept', async () => {
    const { clock, v4, signal } = endedAfter(2 * 3600 + 60)
    const { answer } = await open({ clock, v4 }, signal)
    const opened = [0, 1800, 3600, 5400, 7200].map((second) => `${second} pcp open tcp ${PORT} 3600`)
    expect(v4.asked).toEqual([...opened, `7260 pcp close tcp ${PORT}`])
    expect(answer).toMatchObject({ status: 'closed', rules: [{ endsAt: at(7200 + 3600) }] })
  })

  test('that the gateway shortens is renewed sooner', async () => {
    const { clock, v4, signal } = endedAfter(130)
    v4.says.pcp = ({ externalPort }) => ({ externalPort, externalIp: null, lifetimeS: 120 })
    await open({ clock, v4 }, signal)
    expect(v4.asked.filter((line) => line.includes('open'))).toHaveLength(3)
  })

  test('that is not renewed is asked for again, with longer and longer pauses, and said once', async () => {
    const { clock, v4, signal } = endedAfter(3600)
    clock.at(1700, () => {
      v4.says.pcp = () => ({ failed: 'silent', code: null })
    })
    clock.at(2500, () => {
      v4.says = {}
    })
    const { events, answer } = await open({ clock, v4 }, signal)
    const opened = v4.asked.filter((line) => line.includes('open')).map((line) => Number(line.split(' ')[0]))
    expect(opened).toEqual([0, 1800, 1815, 1845, 1905, 2025, 2265, 2745])
    expect(events.filter((event) => event.includes('did not renew it'))).toHaveLength(1)
    expect(events.filter((event) => event.includes('renewed, until'))).toHaveLength(1)
    expect(answer.status).toBe('closed')
  })
})

describe('a rule of somebody else', () => {
  test('is never replaced: nothing is asked', async () => {
    const v4 = gateway({ rules: [{ ...other, description: 'doorstep' }] })
    const { answer } = await open({ v4 })
    expect([v4.asked, v4.rules.length]).toEqual([[], 1])
    expect(answer).toMatchObject({
      status: 'refused',
      refusals: [{ reason: 'taken', by: '192.168.1.20' }],
      situation: 'device-elsewhere',
      nextActions: [{ code: 'use-other-port', text: expect.stringContaining(`--external-port ${PORT - 1}`) }],
    })
  })

  test('to another port of this computer is not replaced either', async () => {
    const v4 = gateway({ rules: [{ ...other, internalIp: OWN, internalPort: 80, description: 'doorstep', leaseS: 60 }] })
    expect([(await open({ v4 })).answer.status, v4.asked]).toEqual(['refused', []])
  })

  test('on this computer is left as it is when it is the same one', async () => {
    for (const rule of [
      { ...other, internalIp: OWN, description: 'Transmission', leaseS: 600 },
      { ...other, internalIp: OWN, description: 'doorstep', leaseS: null },
    ]) {
      const v4 = gateway({ rules: [rule] })
      const { answer } = await open({ v4 })
      expect(v4.asked).toEqual([])
      expect(answer).toMatchObject({ status: 'was-open', rules: [{ wasThere: true, isLeft: true }] })
    }
  })

  test('is not what a killed run has left behind: that is taken over, and taken back', async () => {
    const { clock, v4, signal } = endedAfter(10)
    v4.rules = [{ ...other, internalIp: OWN, description: 'doorstep', leaseS: 900 }]
    const { answer } = await open({ clock, v4 }, signal)
    expect([answer.status, v4.rules]).toEqual(['closed', []])
  })

  test('that only the gateway knows of ends the asking: another way might replace it', async () => {
    const v4 = gateway({ says: { pcp: () => ({ failed: 'taken', code: 11 }) } })
    expect((await open({ v4 })).answer.status).toBe('refused')
    expect(v4.asked).toEqual([`0 pcp open tcp ${PORT} 3600`])
  })
})

describe('a gateway that gives something else', () => {
  test('such as another port, gets it back', async () => {
    const v4 = gateway({ says: { pcp: () => ({ externalPort: 1024, externalIp: WAN, lifetimeS: 3600 }) } })
    const { answer } = await open({ v4 })
    expect(v4.asked).toEqual([`0 pcp open tcp ${PORT} 3600`, '0 pcp close tcp 1024'])
    expect([answer.status, v4.rules]).toEqual(['refused', []])
  })

  test('such as a rule that never ends, gets it back', async () => {
    for (const lifetimeS of [0, 604_800, 4_294_967_295, Number.NaN]) {
      const v4 = gateway({ ways: ['upnp'], says: { upnp: ({ externalPort }) => ({ externalPort, externalIp: WAN, lifetimeS }) } })
      const { answer } = await open({ v4 })
      expect([answer.status, v4.rules]).toEqual(['refused', []])
      expect(answer).toMatchObject({ refusals: [{ reason: 'permanent' }] })
    }
  })
})

describe('the end', () => {
  test('tries twice to take a rule back, and says what stays, with its end', async () => {
    const { clock, v4, signal } = endedAfter(10)
    v4.closes.pcp = () => ({ failed: 'silent', code: null })
    const { answer } = await open({ clock, v4 }, signal)
    expect(v4.asked.filter((line) => line.includes('close'))).toHaveLength(2)
    expect(answer).toMatchObject({
      status: 'left',
      rules: [{ isLeft: true, endsAt: at(3600) }],
      situation: 'exposed',
      good: false,
      nextActions: [{ code: 'close-later' }],
    })
    expect(answer.headline).toMatch(/^TCP port 25565 could not be closed: the router keeps it open until \d\d:\d\d\.$/)
  })

  test('while asking takes back what was made by then', async () => {
    const controller = new AbortController()
    const v4 = gateway()
    v4.says.pcp = () => {
      controller.abort()
      return null
    }
    const { answer } = await runIn('open', { v4 }, { port: PORT, protocol: 'both' }, { signal: controller.signal })
    expect([v4.asked, v4.rules]).toEqual([[`0 pcp open tcp ${PORT} 3600`, `0 pcp close tcp ${PORT}`], []])
    expect(answer.status).toBe('refused')
  })
})

describe('seen from outside', () => {
  const checked = (home: FakeHome) => runIn('open', home, { port: PORT, externalPort: 30_000, for: '10s' })

  test('a port on which nothing listens is proven', async () => {
    const asked: unknown[] = []
    const prove: Means['prove'] = async (_, { listenPort, port, protocol, tool, body }, families) => {
      asked.push({ listenPort, port, protocol, families, tool, body })
      return [{ proof: 'proven', arrived: true, heard: [], said: { answer: { status: 'open', ip: WAN } } }]
    }
    const v4 = gateway()
    const { answer } = await checked({ v4, prove, outside: () => ({ failure: '' }) })
    const question = { listenPort: PORT, port: 30_000, protocol: 'tcp', families: [4], tool: 'port-check' }
    expect(asked).toEqual([{ ...question, body: {} }])
    // No lease is longer than the run.
    expect(v4.asked[0]).toBe('0 pcp open tcp 30000 10')
    expect(answer).toMatchObject({
      status: 'closed',
      checks: [{ reached: 'yes', proof: 'proven', arrived: false, failure: null }],
    })
  })

  test.each([
    ['someone-else', false, 'no', 'something other than this computer answers'],
    ['no-answer', true, 'no', 'the answer did not get back'],
    ['no-answer', false, 'no', 'the port cannot be reached'],
  ] as const)('%s, arrived %p', async (proof, arrived, reached, words) => {
    const v4 = gateway()
    const prove = async () => [{ proof, arrived, heard: [], said: { answer: { status: 'timeout', ip: WAN } } }]
    const { answer, events } = await checked({ v4, prove, outside: () => ({ failure: '' }) })
    expect(answer).toMatchObject({
      status: 'unreachable',
      checks: [{ reached, proof, arrived }],
      situation: 'firewall',
      good: false,
      nextActions: [{ code: 'look-from-inside' }],
    })
    expect(events.some((event) => event.includes(words))).toBe(true)
    expect(events).toContainEqual(expect.stringContaining('not reached yet; Ctrl-C ends this and says what to do'))
  })
})
