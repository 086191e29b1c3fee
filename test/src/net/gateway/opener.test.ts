import { expect, test } from 'bun:test'
import { MappingOpener } from '../../../../src/net/gateway/exchange.ts'
import { NAT_PMP, pcpTo } from '../../../../src/net/gateway/pcp.ts'
import { natPmpAnswer, pcpAnswer, startFakeGateway } from '../../../support/gateway/fake-gateway.ts'
import { shareHosts } from '../../../support/shared.ts'

const WANTED = { protocol: 'tcp', internalPort: 8080, externalPort: 80, lifetimeS: 3600 } as const
const SAME = { ...WANTED, externalPort: 8080 } as const
const NEVER = new AbortController().signal
const lifetimeIn = (request: Buffer) => request.readUInt32BE(request[0] === 2 ? 4 : 8)
/** The requests in short: the lifetimes that were asked for. */
const lifetimes = (asked: readonly Buffer[]) => asked.map(lifetimeIn)
const absent = (request: Buffer) => pcpAnswer(request, { result: 8 })
shareHosts()

test('a rule is asked for after an own one from before has ended, renewed as it is, and taken back', async () => {
  using gateway = await startFakeGateway((request) => [pcpAnswer(request)])
  const opener = new MappingOpener(pcpTo(gateway.peer), gateway.peer, NEVER)
  const opened = { externalPort: 80, externalIp: '9.9.9.9', lifetimeS: 3600 }
  expect([await opener.open(WANTED), await opener.open(WANTED)]).toEqual([opened, opened])
  expect([await opener.close(WANTED), lifetimes(gateway.asked)]).toEqual(['closed', [0, 3600, 3600, 0]])
  expect(new Set(gateway.asked.map((request) => request.toString('hex', 24, 42))).size).toBe(1)
  expect(opener.way).toBe('pcp')
})

test('over IPv6 a pinhole is made anew each time, and no port becomes another', async () => {
  using gateway = await startFakeGateway((request) => [lifetimeIn(request) === 0 ? absent(request) : pcpAnswer(request)], 6)
  const opener = new MappingOpener(pcpTo(gateway.peer), gateway.peer, NEVER)
  expect([await opener.open(WANTED), gateway.asked]).toEqual([{ failed: 'unsupported', code: null }, []])
  expect(await opener.open(SAME)).toMatchObject({ externalPort: 8080 })
  expect(await opener.open(SAME)).toMatchObject({ externalPort: 8080 })
  expect(lifetimes(gateway.asked)).toEqual([0, 3600, 0, 3600])
})

test('by PCP no other port is searched for, and a gateway that does not know how to do without is asked plainly', async () => {
  const isExact = (request: Buffer) => request.length === 64 && request.toString('hex', 60) === '02000000'
  const asked = async (result: number) => {
    using gateway = await startFakeGateway((request) => [pcpAnswer(request, { result: isExact(request) ? result : 0 })])
    const opener = new MappingOpener(pcpTo(gateway.peer), gateway.peer, NEVER)
    return [await opener.open(WANTED), gateway.asked.map(isExact)]
  }
  const opened = { externalPort: 80, externalIp: '9.9.9.9', lifetimeS: 3600 }
  expect(await asked(0)).toEqual([opened, [false, true]])
  expect(await asked(11)).toMatchObject([{ failed: 'taken', code: 11 }, [false, true]])
  expect(await asked(5)).toEqual([opened, [false, true, false]])
})

test('the rule of another program of this computer is left alone', async () => {
  using gateway = await startFakeGateway((request) => [pcpAnswer(request, { result: 2 })])
  const opener = new MappingOpener(pcpTo(gateway.peer), gateway.peer, NEVER)
  expect([await opener.open(WANTED), lifetimes(gateway.asked)]).toEqual([{ failed: 'taken', code: 2 }, [0]])
})

test.each([
  ['PCP', 'another port', { port: 81 }, 'taken'],
  ['PCP', 'no lifetime', { lifetimeS: 0 }, 'garbled'],
  ['NAT-PMP', 'another port', { port: 81 }, 'taken'],
  ['NAT-PMP', 'no lifetime', { lifetimeS: 0 }, 'garbled'],
] as const)('by %s a rule with %s is taken back at once', async (name, _, odd, failed) => {
  const answer = name === 'PCP' ? pcpAnswer : natPmpAnswer
  using gateway = await startFakeGateway((request) => [answer(request, lifetimeIn(request) === 0 ? {} : odd)])
  const protocol = name === 'PCP' ? pcpTo(gateway.peer) : NAT_PMP
  expect(await new MappingOpener(protocol, gateway.peer, NEVER).open(WANTED)).toEqual({ failed, code: null })
  expect(lifetimes(gateway.asked)).toEqual(name === 'PCP' ? [0, 3600, 0] : [3600, 0])
})

test('the command ends while it asks: what may have been made is taken back, and after that nothing is opened', async () => {
  using gateway = await startFakeGateway((request) => (lifetimeIn(request) === 0 ? [natPmpAnswer(request)] : []))
  const controller = new AbortController()
  const opener = new MappingOpener(NAT_PMP, gateway.peer, controller.signal)
  const said = opener.open(WANTED)
  await gateway.request(1)
  controller.abort()
  expect([await said, lifetimes(gateway.asked)]).toEqual([{ failed: 'silent', code: null }, [3600, 0]])
  expect(await opener.open(WANTED)).toEqual({ failed: 'silent', code: null })
  expect([await opener.close(WANTED), lifetimes(gateway.asked)]).toEqual(['closed', [3600, 0, 0]])
})

test('a renewal without an answer leaves the rule as it was', async () => {
  using gateway = await startFakeGateway((request, nth) => (nth === 1 ? [natPmpAnswer(request)] : []))
  const controller = new AbortController()
  const opener = new MappingOpener(NAT_PMP, gateway.peer, controller.signal)
  expect(await opener.open(WANTED)).toMatchObject({ externalPort: 80 })
  const said = opener.open(WANTED)
  await gateway.request(2)
  controller.abort()
  expect([await said, lifetimes(gateway.asked)]).toEqual([{ failed: 'silent', code: null }, [3600, 3600]])
})
