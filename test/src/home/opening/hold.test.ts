import { describe, expect, test } from 'bun:test'
import { FakeGateway, JumpingClock, LISTENING, OWN, runIn, START, WAN } from '../../../support/home/opening.ts'

const PORT = 25_565
const other = { protocol: 'tcp', externalPort: PORT, internalIp: '192.168.1.20', internalPort: PORT, leaseS: null } as const
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString()

/** Prepares a run that somebody ends after so many seconds. */
function endedAfter(seconds: number, ways?: ConstructorParameters<typeof FakeGateway>[1]) {
  const clock = new JumpingClock()
  const v4 = new FakeGateway(clock, ways)
  const controller = new AbortController()
  clock.at(seconds, () => controller.abort())
  return { clock, v4, signal: controller.signal }
}

describe('a rule', () => {
  test('is asked for by the first way, for an hour, and taken back when the run is ended', async () => {
    const { clock, v4, signal } = endedAfter(60)
    const { answer, events } = await runIn('open', { clock, v4 }, { port: PORT }, { signal })
    expect([v4.asked, v4.rules]).toEqual([[`0 pcp open tcp ${PORT} 3600`, `60 pcp close tcp ${PORT}`], []])
    expect(answer).toMatchObject({ status: 'closed', gateway: '192.168.1.1', refusals: [], checks: [] })
    const made = { protocol: 'tcp', way: 'pcp', family: 'ipv4', externalPort: PORT, externalIp: WAN, endsAt: at(3600) }
    expect(answer.rules).toEqual([{ ...made, wasThere: false, isLeft: false }])
    expect(answer.headline).toBe(`The router opened TCP port ${PORT} to this computer, and has taken the rule back.`)
    expect(events.map((event) => event.split(/[ .]/)[0])).toEqual(['Asking', 'Rule', 'Kept', 'Taking'])
  })

  test('is renewed at half its time, as long as it is kept', async () => {
    const { clock, v4, signal } = endedAfter(2 * 3600 + 60)
    const { answer } = await runIn('open', { clock, v4 }, { port: PORT }, { signal })
    const opened = [0, 1800, 3600, 5400, 7200].map((second) => `${second} pcp open tcp ${PORT} 3600`)
    expect(v4.asked).toEqual([...opened, `7260 pcp close tcp ${PORT}`])
    expect(answer).toMatchObject({ status: 'closed', rules: [{ endsAt: at(7200 + 3600) }] })
  })

  test('ends with --for, and no lease reaches beyond that', async () => {
    const clock = new JumpingClock()
    const v4 = new FakeGateway(clock)
    const { answer } = await runIn('open', { clock, v4 }, { port: PORT, for: '70m' })
    expect(v4.asked).toEqual([`0 pcp open tcp ${PORT} 3600`, `1800 pcp open tcp ${PORT} 2400`, `4200 pcp close tcp ${PORT}`])
    expect(answer.status).toBe('closed')
  })

  test('that the gateway shortens is renewed sooner', async () => {
    const { clock, v4, signal } = endedAfter(130)
    v4.says.pcp = ({ externalPort }) => ({ externalPort, externalIp: null, lifetimeS: 120 })
    await runIn('open', { clock, v4 }, { port: PORT }, { signal })
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
    const { events, answer } = await runIn('open', { clock, v4 }, { port: PORT }, { signal })
    const opened = v4.asked.filter((line) => line.includes('open')).map((line) => Number(line.split(' ')[0]))
    expect(opened).toEqual([0, 1800, 1815, 1845, 1905, 2025, 2265, 2745])
    expect(events.filter((event) => event.includes('did not renew it'))).toHaveLength(1)
    expect(events.filter((event) => event.includes('renewed, until'))).toHaveLength(1)
    expect(answer.status).toBe('closed')
  })

  test('whose address changes is told with the new one', async () => {
    const { clock, v4, signal } = endedAfter(6000)
    clock.at(1000, () => {
      v4.says.pcp = ({ externalPort, lifetimeS }) => ({ externalPort, lifetimeS, externalIp: '9.9.9.10' })
    })
    const { events, answer } = await runIn('open', { clock, v4 }, { port: PORT }, { signal })
    expect(events.filter((event) => event.includes('at 9.9.9.10 to port'))).toHaveLength(1)
    expect(answer).toMatchObject({ rules: [{ externalIp: '9.9.9.10' }] })
  })

  test('for both protocols is two rules', async () => {
    const { clock, v4, signal } = endedAfter(10)
    const { answer } = await runIn('open', { clock, v4 }, { port: PORT, protocol: 'both', externalPort: 30_000 }, { signal })
    expect(v4.asked.map((line) => line.split(' ').slice(2, 5).join(' '))).toEqual([
      'open tcp 30000',
      'open udp 30000',
      'close tcp 30000',
      'close udp 30000',
    ])
    expect(answer.rules).toHaveLength(2)
  })

  test('over IPv6 lets the port itself through, whatever the external port', async () => {
    const clock = new JumpingClock()
    const [v4, v6] = [new FakeGateway(clock), new FakeGateway(clock, ['pcp', 'upnp'])]
    const { answer } = await runIn('open', { clock, v4, v6 }, { port: PORT, externalPort: 30_000, for: '10s' })
    expect([v6.asked[0], v4.asked[0]]).toEqual([`0 pcp open tcp ${PORT} 10`, '0 pcp open tcp 30000 10'])
    expect(answer).toMatchObject({ status: 'closed', rules: [{ family: 'ipv4' }, { family: 'ipv6', externalPort: PORT }] })
  })
})

describe('a refusal', () => {
  test('leads to the next way', async () => {
    const { clock, v4, signal } = endedAfter(10)
    v4.says = { pcp: () => ({ failed: 'silent', code: null }), 'nat-pmp': () => ({ failed: 'forbidden', code: 2 }) }
    const { answer } = await runIn('open', { clock, v4 }, { port: PORT }, { signal })
    expect(v4.asked).toEqual([
      `0 pcp open tcp ${PORT} 3600`,
      `0 nat-pmp open tcp ${PORT} 3600`,
      `0 upnp open tcp ${PORT} 3600`,
      `10 upnp close tcp ${PORT}`,
    ])
    expect(answer).toMatchObject({
      status: 'closed',
      refusals: [{ way: 'pcp' }, { way: 'nat-pmp', reason: 'forbidden', code: 2 }],
    })
  })

  test('by all of them is the answer, with what to do by hand', async () => {
    const clock = new JumpingClock()
    const v4 = new FakeGateway(clock, ['pcp'])
    v4.says.pcp = () => ({ failed: 'forbidden', code: 2 })
    const { answer } = await runIn('open', { clock, v4 }, { port: PORT })
    expect(answer).toMatchObject({
      status: 'refused',
      rules: [],
      ...{ situation: 'no-rule-seen', good: false },
      nextActions: [{ code: 'forward-port', tool: 'port-forward-plan' }],
    })
  })

  test('is what there is without a gateway that can be asked', async () => {
    for (const v4 of [null, new FakeGateway(new JumpingClock(), [])]) {
      const { answer } = await runIn('open', { v4 }, { port: PORT })
      expect(answer).toMatchObject({
        status: 'failed',
        gateway: null,
        ...{ situation: 'no-rule-seen', good: false },
        nextActions: [{ code: 'forward-port', tool: 'port-forward-plan' }, { code: 'switch-on-upnp' }],
      })
    }
  })

  test('by a router without an address of its own leads to the line, and one that keeps rules for ever to its settings', async () => {
    const [line, settings] = [new FakeGateway(new JumpingClock(), ['pcp']), new FakeGateway(new JumpingClock(), ['upnp'])]
    line.says.pcp = () => ({ failed: 'no-address', code: 8 })
    settings.says.upnp = () => ({ failed: 'permanent', code: 725 })
    const [noAddress, permanent] = [
      await runIn('open', { v4: line }, { port: PORT }),
      await runIn('open', { v4: settings }, { port: PORT }),
    ]
    expect(noAddress.answer).toMatchObject({
      situation: 'two-routers',
      ...{ refusals: [{ reason: 'no-address' }], nextActions: [{ code: 'look-from-inside' }] },
    })
    expect(permanent.answer).toMatchObject({ refusals: [{ reason: 'permanent' }], nextActions: [{ code: 'forward-port' }] })
  })

  test('of one protocol of two is a refusal, though the other was open', async () => {
    const { clock, v4, signal } = endedAfter(10, ['pcp'])
    v4.says.pcp = ({ protocol }) => (protocol === 'udp' ? { failed: 'no-room', code: 8 } : null)
    const { answer } = await runIn('open', { clock, v4 }, { port: PORT, protocol: 'both' }, { signal })
    expect(answer).toMatchObject({ status: 'refused', rules: [{ protocol: 'tcp', isLeft: false }] })
    expect(v4.rules).toEqual([])
  })
})

test('over IPv4 alone counts as a refusal where there is an IPv4 gateway, though IPv6 is open', async () => {
  const clock = new JumpingClock()
  const [v4, v6] = [new FakeGateway(clock, ['pcp']), new FakeGateway(clock, ['pcp'])]
  v4.says.pcp = () => ({ failed: 'no-address', code: 8 })
  const { answer } = await runIn('open', { clock, v4, v6 }, { port: PORT, for: '10s' })
  expect(answer).toMatchObject({ status: 'refused', rules: [{ family: 'ipv6' }], nextActions: [{ code: 'look-from-inside' }] })
  expect(answer.headline).toContain('only in part')
  expect((await runIn('open', { clock, v6 }, { port: PORT, for: '10s' })).answer.status).toBe('closed')
})

describe('a rule of somebody else', () => {
  test('is never replaced: nothing is asked', async () => {
    const v4 = new FakeGateway(new JumpingClock())
    v4.rules = [{ ...other, description: 'doorstep' }]
    const { answer } = await runIn('open', { v4 }, { port: PORT })
    expect([v4.asked, v4.rules.length]).toEqual([[], 1])
    expect(answer).toMatchObject({
      status: 'refused',
      refusals: [{ reason: 'taken', by: '192.168.1.20' }],
      situation: 'device-elsewhere',
      nextActions: [{ code: 'use-other-port', text: expect.stringContaining(`--external-port ${PORT - 1}`) }],
    })
  })

  test('to another port of this computer is not replaced either', async () => {
    const v4 = new FakeGateway(new JumpingClock())
    v4.rules = [{ ...other, internalIp: OWN, internalPort: 80, description: 'doorstep', leaseS: 60 }]
    expect([(await runIn('open', { v4 }, { port: PORT })).answer.status, v4.asked]).toEqual(['refused', []])
  })

  test('on this computer is left as it is when it is the same one', async () => {
    for (const rule of [
      { ...other, internalIp: OWN, description: 'Transmission', leaseS: 600 },
      { ...other, internalIp: OWN, description: 'doorstep', leaseS: null },
    ]) {
      const v4 = new FakeGateway(new JumpingClock())
      v4.rules = [rule]
      const { answer } = await runIn('open', { v4 }, { port: PORT })
      expect(v4.asked).toEqual([])
      expect(answer).toMatchObject({ status: 'was-open', rules: [{ wasThere: true, isLeft: true }] })
    }
  })

  test('that only the refusal tells of is named, or left as it is where it leads here', async () => {
    const rule = { ...other, description: 'TV' }
    for (const [internalIp, status, by] of [
      ['192.168.1.20', 'refused', '192.168.1.20'],
      [OWN, 'was-open', undefined],
    ] as const) {
      const v4 = new FakeGateway(new JumpingClock(), ['upnp'])
      v4.says.upnp = () => ({ failed: 'taken', code: null, rule: { ...rule, internalIp } })
      const { answer } = await runIn('open', { v4 }, { port: PORT })
      expect([answer.status, (answer.refusals as { by: string }[])[0]?.by]).toEqual([status, by])
    }
  })

  test('on this computer is known by the refusal of a protocol without descriptions', async () => {
    const v4 = new FakeGateway(new JumpingClock())
    v4.rules = [{ ...other, internalIp: OWN, description: 'PCP MAP', leaseS: 900 }]
    v4.says.pcp = () => ({ failed: 'taken', code: 2 })
    const { answer } = await runIn('open', { v4 }, { port: PORT })
    expect(answer).toMatchObject({ status: 'was-open', rules: [{ wasThere: true }] })
    expect(v4.rules).toHaveLength(1)
  })

  test('is not what a killed run has left behind: that is taken over, and taken back', async () => {
    const { clock, v4, signal } = endedAfter(10)
    v4.rules = [{ ...other, internalIp: OWN, description: 'doorstep', leaseS: 900 }]
    const { answer } = await runIn('open', { clock, v4 }, { port: PORT }, { signal })
    expect([answer.status, v4.rules]).toEqual(['closed', []])
  })

  test('that only the gateway knows of ends the asking: another way might replace it', async () => {
    const v4 = new FakeGateway(new JumpingClock())
    v4.says.pcp = () => ({ failed: 'taken', code: 11 })
    expect((await runIn('open', { v4 }, { port: PORT })).answer.status).toBe('refused')
    expect(v4.asked).toEqual([`0 pcp open tcp ${PORT} 3600`])
  })
})

describe('a gateway that gives something else', () => {
  test('such as another port, gets it back', async () => {
    const v4 = new FakeGateway(new JumpingClock())
    v4.says.pcp = () => ({ externalPort: 1024, externalIp: WAN, lifetimeS: 3600 })
    const { answer } = await runIn('open', { v4 }, { port: PORT })
    expect(v4.asked).toEqual([`0 pcp open tcp ${PORT} 3600`, '0 pcp close tcp 1024'])
    expect([answer.status, v4.rules]).toEqual(['refused', []])
  })

  test('such as a rule that never ends, gets it back', async () => {
    for (const lifetimeS of [0, 604_800, 4_294_967_295, Number.NaN]) {
      const v4 = new FakeGateway(new JumpingClock(), ['upnp'])
      v4.says.upnp = ({ externalPort }) => ({ externalPort, externalIp: WAN, lifetimeS })
      const { answer } = await runIn('open', { v4 }, { port: PORT })
      expect([answer.status, v4.rules]).toEqual(['refused', []])
      expect(answer).toMatchObject({ refusals: [{ reason: 'permanent' }] })
    }
  })

  test('at a renewal, such as the port of another device by now, is told, and asked for again', async () => {
    const { clock, v4, signal } = endedAfter(1900)
    clock.at(1000, () => {
      v4.says.pcp = () => ({ externalPort: 1024, externalIp: WAN, lifetimeS: 3600 })
    })
    const { events } = await runIn('open', { clock, v4 }, { port: PORT }, { signal })
    expect(v4.asked).toContain('1800 pcp close tcp 1024')
    expect(events.some((event) => event.includes('did not renew it'))).toBe(true)
  })
})

describe('the end', () => {
  test('tries twice to take a rule back, and says what stays, with its end', async () => {
    const { clock, v4, signal } = endedAfter(10)
    v4.closes.pcp = () => ({ failed: 'silent', code: null })
    const { answer } = await runIn('open', { clock, v4 }, { port: PORT }, { signal })
    expect(v4.asked.filter((line) => line.includes('close'))).toHaveLength(2)
    expect(answer).toMatchObject({
      status: 'left',
      rules: [{ isLeft: true, endsAt: at(3600) }],
      ...{ situation: 'exposed', good: false },
      nextActions: [{ code: 'close-later' }],
    })
    expect(answer.headline).toMatch(/^TCP port 25565 could not be closed: the router keeps it open until \d\d:\d\d\.$/)
  })

  test('of a run that was ended before it began opens nothing', async () => {
    const v4 = new FakeGateway(new JumpingClock())
    const { answer } = await runIn('open', { v4 }, { port: PORT }, { signal: AbortSignal.abort() })
    expect([answer.status, v4.asked]).toEqual(['failed', []])
  })

  test('comes to a rule as well whose check fails badly', async () => {
    const v4 = new FakeGateway(new JumpingClock())
    const prove = () => Promise.reject(new Error('broken'))
    const run = runIn('open', { v4, prove, outside: () => ({ failure: '' }) }, { port: PORT })
    expect(run).rejects.toThrow('broken')
    await run.catch(() => {})
    expect(v4.rules).toEqual([])
  })

  test('while asking takes back what was made by then', async () => {
    const controller = new AbortController()
    const v4 = new FakeGateway(new JumpingClock())
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
  const open = (home: Parameters<typeof runIn>[1]) => runIn('open', home, { port: PORT, externalPort: 30_000, for: '10s' })

  test('a port on which nothing listens is proven', async () => {
    const asked: unknown[] = []
    const prove: Parameters<typeof runIn>[1]['prove'] = async (_, { listenPort, port, protocol, family, tool, body }) => {
      asked.push({ listenPort, port, protocol, family, tool, body })
      return { proof: 'proven', arrived: true, heard: [], said: { answer: { status: 'open', ip: WAN } } }
    }
    const v4 = new FakeGateway(new JumpingClock())
    const { answer } = await open({ v4, prove, outside: () => ({ failure: '' }) })
    const question = { listenPort: PORT, port: 30_000, protocol: 'tcp', family: 4, tool: 'port-check' }
    expect(asked).toEqual([{ ...question, body: {} }])
    expect(answer).toMatchObject({
      status: 'closed',
      checks: [{ reached: 'yes', proof: 'proven', arrived: false, failure: null }],
    })
  })

  test('a proof that the server claims without one is not a proof', async () => {
    const prove = async () => ({ proof: null, arrived: false, heard: [], said: { answer: { status: 'open', ip: WAN } } })
    const { answer } = await open({ v4: new FakeGateway(new JumpingClock()), prove, outside: () => ({ failure: '' }) })
    expect(answer).toMatchObject({ status: 'closed', checks: [{ reached: 'cannot-tell', proof: null }] })
  })

  test('one on which a program listens is checked, and the program left alone', async () => {
    const v4 = new FakeGateway(new JumpingClock())
    const { answer } = await open({
      v4,
      computer: { listening: LISTENING },
      outside: () => ({ answer: { status: 'open', ip: WAN } }),
    })
    expect(answer).toMatchObject({ status: 'closed', checks: [{ reached: 'yes', proof: null }] })
  })

  test.each([
    ['someone-else', false, 'no', 'something other than this computer answers'],
    ['no-answer', true, 'no', 'the answer did not get back'],
    ['no-answer', false, 'no', 'the port cannot be reached'],
  ] as const)('%s, arrived %p', async (proof, arrived, reached, words) => {
    const v4 = new FakeGateway(new JumpingClock())
    const prove = async () => ({ proof, arrived, heard: [], said: { answer: { status: 'timeout', ip: WAN } } })
    const { answer, events } = await open({ v4, prove, outside: () => ({ failure: '' }) })
    expect(answer).toMatchObject({
      status: 'unreachable',
      checks: [{ reached, proof, arrived }],
      ...{ situation: 'firewall', good: false },
      nextActions: [{ code: 'look-from-inside' }],
    })
    expect(events.some((event) => event.includes(words))).toBe(true)
    expect(events).toContainEqual(expect.stringContaining('not reached yet; Ctrl-C ends this and says what to do'))
  })

  test('through a VPN it cannot be told, and no server tells nothing', async () => {
    const prove = async () => ({ proof: 'no-answer' as const, arrived: false, heard: [], said: { answer: {} } })
    const outside = () => ({ failure: 'nobody there' })
    const vpn = await open({ v4: new FakeGateway(new JumpingClock()), prove, outside, computer: { vpn: true } })
    expect(vpn.answer).toMatchObject({ status: 'closed', good: null, checks: [{ reached: 'cannot-tell' }] })
    expect(vpn.answer).toMatchObject({ situation: 'unknown', nextActions: [{ code: 'connect-directly' }] })
    const none = await open({ v4: new FakeGateway(new JumpingClock()), outside, computer: { listening: LISTENING } })
    expect(none.answer).toMatchObject({ status: 'closed', checks: [{ reached: 'cannot-tell', failure: 'nobody there' }] })
    const look = { code: 'look-from-outside', text: expect.stringContaining('could not look (nobody there)') }
    expect(none.answer).toMatchObject({ situation: 'not-checked', good: null, nextActions: [look] })
  })

  test('a port that nobody reaches has its cause named where it was seen', async () => {
    const seen = {
      listening: { ...LISTENING, onlyLoopback: true },
      firewall: { kind: 'ufw', blocks: 'yes', line: 'ufw allow 25565/tcp' },
    } as const
    const outside = () => ({ answer: { status: 'timeout', ip: '198.51.100.1' } })
    const { answer } = await open({ v4: new FakeGateway(new JumpingClock()), computer: seen, outside })
    const codes = ['start-service', 'allow-on-device', 'use-the-same-line', 'look-from-inside']
    expect(answer).toMatchObject({
      status: 'unreachable',
      situation: 'program-off',
      nextActions: codes.map((code) => ({ code })),
    })
  })

  test('what is seen here to be in the way is said without a server, too', async () => {
    const seen = { inside: 'container', listening: { ...LISTENING, onlyLoopback: true } } as const
    const { answer } = await open({ v4: new FakeGateway(new JumpingClock()), computer: seen })
    expect(answer).toMatchObject({ situation: 'program-off', good: false, nextActions: [{ code: 'start-service' }] })
    const none = await open({ computer: seen })
    expect(none.answer).toMatchObject({ nextActions: [{ code: 'run-outside-container' }, { code: 'forward-port' }, {}, {}] })
  })

  test('over UDP silence says nothing of a program that listens', async () => {
    const outside = () => ({ answer: { status: 'timeout', ip: WAN } })
    const v4 = new FakeGateway(new JumpingClock())
    const { answer } = await runIn(
      'open',
      { v4, outside, computer: { listening: LISTENING } },
      { port: PORT, protocol: 'udp', for: '10s' },
    )
    expect(answer).toMatchObject({ status: 'closed', checks: [{ reached: 'cannot-tell' }] })
  })

  test('where this computer may not listen on the port, it is checked without a proof', async () => {
    const prove = () => Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' }))
    const v4 = new FakeGateway(new JumpingClock())
    const { answer } = await runIn(
      'open',
      { v4, prove, outside: () => ({ answer: { status: 'refused' } }) },
      { port: 443, for: '9s' },
    )
    expect(answer).toMatchObject({ checks: [{ proof: null }] })
  })
})
