// Real echo requests, on machines without a network: their firewall decides what becomes of them.
import { expect } from 'bun:test'
import { labTest } from '../../../support/lab.ts'
import type { Pinged } from '../../../support/net/echo-job.ts'
import { BEHIND_LINK, ECHO_LAB_NEEDS, echoOn, FATES, NO_ROUTE } from '../../../support/net/echo-lab.ts'

const WITHOUT_RAW = ['setpriv', '--bounding-set=-net_raw', '--inh-caps=-net_raw']

const answered = (address: string) => ({ status: 'reply', reason: null, failedLayer: null, ttl: 64, from: address })
const SILENT = { status: 'timeout', reason: 'no-answer', failedLayer: 'icmp', rttMs: null, ttl: null, from: null }
const prohibited = (from: string | null) => ({
  status: 'unreachable',
  reason: 'admin-prohibited',
  failedLayer: 'icmp',
  ttl: null,
  from,
})

function found({ found }: Pinged) {
  if ('code' in found) throw new Error(found.code)
  return found
}

const KINDS = { ping: true, raw: false }
const FAMILIES = [4, 6] as const
const ASKED = [...Object.keys({ ...FATES, ...BEHIND_LINK }), 'nowhere']

labTest('what became of each request, and of all: over sockets of either kind, in either family', ECHO_LAB_NEEDS, async () => {
  const addressesOf = (version: 4 | 6) => [
    ...Object.values({ ...FATES, ...BEHIND_LINK }).map((fate) => fate[version]),
    NO_ROUTE[version],
  ]
  // A report of this machine itself names no other, whatever else may be shown.
  const isShown = (address: string) => Object.values<string>(BEHIND_LINK.absent).includes(address)
  const asked = FAMILIES.flatMap(addressesOf).map((address) => ({ address, count: 3, showsLocalHops: isShown(address) }))
  const check = async (kind: 'ping' | 'raw') => {
    const { pings, descriptors } = await echoOn({ pings: asked, crowds: [] }, { pingGroups: KINDS[kind] })
    expect(descriptors.after).toBe(descriptors.before)
    expect(pings.map((pinged) => found(pinged).address)).toEqual(asked.map(({ address }) => address))
    for (const pinged of pings) {
      const { replies } = found(pinged)
      // The events along the way equal the result.
      expect(pinged.told.toSorted((one, other) => one.seq - other.seq)).toEqual(replies)
      expect(replies.map(({ seq }) => seq)).toEqual(replies.map((_, index) => index + 1))
    }
    for (const [index, version] of FAMILIES.entries()) {
      const of = pings.slice(index * ASKED.length).map(found)
      expectFates(Object.fromEntries(ASKED.map((fate, at) => [fate, of[at]])), version, kind)
    }
  }
  await Promise.all([check('ping'), check('raw')])
})

function expectFates(by: Record<string, ReturnType<typeof found> | undefined>, version: 4 | 6, kind: 'ping' | 'raw'): void {
  const fine = { status: 'reachable', reason: null, failedLayer: null }
  expect(by.answered).toMatchObject({ ...fine, replies: Array(3).fill(answered(FATES.answered[version])) })
  const silent = { status: 'unreachable', reason: 'no-answer', failedLayer: 'icmp', replies: Array(3).fill(SILENT) }
  expect(by.lost).toMatchObject(silent)
  const lossy = answered(FATES.secondLost[version])
  expect(by.secondLost).toMatchObject({
    status: 'partial',
    reason: 'no-answer',
    failedLayer: 'icmp',
    replies: [lossy, SILENT, lossy],
  })
  expect(by.secondLost?.packets).toEqual({ sent: 3, received: 2, lossPercent: 33.3 })
  const why = { status: 'unreachable', reason: 'admin-prohibited', failedLayer: 'icmp' }
  expect(by.prohibited).toMatchObject({ ...why, replies: Array(3).fill(prohibited(FATES.prohibited[version])) })
  const blocked = { status: 'error', reason: 'blocked-locally', failedLayer: 'local' }
  const cut = answered(FATES.thirdBlocked[version])
  if (version === 6 && kind === 'ping') {
    // The kernel says nothing there about packets that its firewall stops (net/ipv6/ping.c).
    expect(by.blocked).toMatchObject(silent)
    expect(by.thirdBlocked).toMatchObject({ status: 'partial', reason: 'no-answer', replies: [cut, cut, SILENT] })
  } else {
    expect(by.blocked).toMatchObject({ ...blocked, replies: [] })
    expect(by.thirdBlocked).toMatchObject({ ...blocked, status: 'partial', replies: [cut, cut] })
  }
  expect(by.refusedLocally).toMatchObject(blocked)
  const absent = version === 4 ? 'host-unreachable' : 'address-unreachable'
  expect(by.absent).toMatchObject({ status: 'error', reason: absent, failedLayer: 'local' })
  expect(by.absent?.replies.map(({ status, reason, from }) => `${status} ${reason} ${from}`)).toEqual(
    Array(3).fill(`error ${absent} null`),
  )
  expect(by.nowhere).toMatchObject({ status: 'error', reason: 'network-unreachable', failedLayer: 'local', replies: [] })
}

labTest('a system that allows neither kind of socket is refused', ECHO_LAB_NEEDS, async () => {
  const asked = [FATES.answered[4], FATES.answered[6]].map((address) => ({ address, count: 1 }))
  const { pings, descriptors } = await echoOn({ pings: asked, crowds: [] }, { pingGroups: false, front: WITHOUT_RAW })
  expect(descriptors.after).toBe(descriptors.before)
  expect(pings).toEqual(asked.map(() => ({ told: [], found: { code: 'unsupported-on-host' } })))
})

labTest('a process without raw sockets uses the others', ECHO_LAB_NEEDS, async () => {
  const asked = [FATES.answered[4], FATES.answered[6]].map((address) => ({ address, count: 1 }))
  const { pings } = await echoOn({ pings: asked, crowds: [] }, { pingGroups: true, front: WITHOUT_RAW })
  expect(pings.map((pinged) => found(pinged).status)).toEqual(['reachable', 'reachable'])
})
