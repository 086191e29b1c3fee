// The owners of the equipment, as callers see them: no answer sends people to log in at equipment that is not theirs, or at a guessed
// address.

import { describe, expect, test } from 'bun:test'
import { catalogueFolder, ISP } from '../../../support/router/catalogue-folder.ts'
import { followedCodes } from '../../../support/router/guidance.ts'
import { bodyOf, postTool, startServer } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

const PROXIED = ['--trusted-proxies', '127.0.0.0/8']
const server = await sharedServer({ args: PROXIED })

type ToolAnswer = Awaited<ReturnType<typeof bodyOf>>

async function route(request: object, language = 'en', from = '127.0.0.1', at = server): Promise<ToolAnswer> {
  const headers = { 'accept-language': language, 'x-forwarded-for': from }
  const answer = await postTool(at.url, 'router-login-route', request, headers)
  expect([request, answer.status, answer.status === 200 ? '' : await answer.text()]).toEqual([request, 200, ''])
  return bodyOf(answer)
}

const urls = ({ routeTargets }: ToolAnswer): string[] =>
  routeTargets.flatMap(({ url, handoff }: ToolAnswer) => [url, handoff.url]).filter((url: string | null) => url !== null)
const codes = ({ nextActions }: ToolAnswer): string[] => nextActions.map(({ code }: ToolAnswer) => code)
const told = (found: ToolAnswer): string => JSON.stringify(found)

describe('equipment that is not the caller\u2019s', () => {
  test.each(['10.3.2.77', '10.3.2.1', '192.168.219.77'])(
    'a dormitory (%s): the own router, and whom to ask',
    async (routerWanIp) => {
      const found = await route({ isp: '기숙사', routerBrand: 'iptime', gateway: '192.168.0.1', routerWanIp }, 'ko')
      expect([found.topology, urls(found)]).toEqual(['isp-plus-router', ['http://192.168.0.1', 'http://192.168.0.1']])
      expect(found.situation).toBe('building')
      expect(codes(found)).toEqual([
        'ask-building',
        'use-relay',
        'log-in-personal',
        'read-label',
        'nothing-opens',
        'see-alternatives',
      ])
      expect(found.caution).toMatch(/본인의 공유기/)
    },
  )

  test('a building without a WAN address: two routers, and advice for tenants', async () => {
    const found = await route({ isp: '원룸', routerBrand: '아이피타임', gateway: '192.168.0.1' }, 'ko')
    expect([found.topology, found.topologyReason]).toEqual(['isp-plus-router', expect.stringMatching(/건물/)])
    expect(found.warnings.join()).toContain('포트는 내 공유기가 아니라 건물의 위쪽 공유기에서 열어야 합니다.')
    const unnamed = await route({ isp: 'dorm', gateway: '192.168.0.1' })
    expect(unnamed.topology).toBe('unknown')
    expect(unnamed.warnings[0]).toMatch(/only to a router that is yours/)
    expect(unnamed.nextActions.find(({ code }: ToolAnswer) => code === 'log-in-personal').text).toMatch(/^If you installed/)
  })

  test('the provider shares a private range: no login where no rule helps, no second box, and help comes first', async () => {
    const home = await route({ isp: 'T-Mobile', gateway: '192.168.12.1', routerWanIp: '10.12.3.4' })
    expect(home).toMatchObject({ topology: 'single', nat: 'carrier-grade' })
    expect([...new Set(urls(home))]).toEqual(['http://192.168.12.1'])
    // The provider has no address to give, and its box does not forward.
    expect(codes(home)).toEqual(['use-relay', 'see-alternatives'])
    expect(home.caution).toBe('T-Mobile Home Internet gateway itself cannot forward ports.')
    for (const routerBrand of ['KT', 'xfinity']) {
      const found = await route({ routerBrand, routerWanIp: '10.12.3.4' })
      expect(found).toMatchObject({ situation: 'carrier-grade', good: false, topology: 'single', nat: 'carrier-grade' })
      expect(codes(found).slice(0, 2).toSorted()).toEqual(['ask-public-address', 'use-relay'])
      expect(found.headline).toBe(found.topologyReason)
    }
    const behind = await route({ routerBrand: 'GL.iNet', isp: 'T-Mobile', gateway: '192.168.8.1', routerWanIp: '192.168.12.104' })
    expect(codes(behind)).toEqual(['use-relay', 'log-in-personal', 'read-label', 'nothing-opens', 'see-alternatives'])
  })

  test.each(['10.44.5.6', '10.44.5.1', '172.20.9.9'])(
    'a range that no box uses (%s): found out, not guessed',
    async (routerWanIp) => {
      const found = await route({ routerBrand: 'asus', gateway: '192.168.50.1', routerWanIp })
      expect(found).toMatchObject({ topology: 'isp-plus-router', nat: 'double-nat' })
      expect(found.routeTargets[1]).toMatchObject({ kind: 'isp-equipment', url: null })
      expect(told(found)).not.toMatch(/https?:\/\/(10\.44|172\.20)/)
      expect(codes(found)).toContain('find-upstream')
      expect(found.nextActions.find(({ code }: ToolAnswer) => code === 'use-one-router').text).toMatch(/^With only one router/)
    },
  )
})

describe('the owner of a router', () => {
  test('an address that several use belongs to none of them', async () => {
    for (const from of ['127.0.0.1', '9.9.9.9']) {
      const found = await route({ gateway: '10.0.0.1' }, 'en', from)
      expect(found.router).toMatchObject({ id: null, known: false })
      expect(found.routeTargets[0]).toMatchObject({ label: 'The router at your default gateway', url: 'http://10.0.0.1' })
      expect(found.nextActions.at(-1).request).not.toHaveProperty('routerBrand')
    }
  })

  test('a box that is named after its provider is that provider\u2019s, under its name', async () => {
    const isps = [{ ...ISP, equipment: null, gateways: ['192.168.77.1'] }]
    using folder = catalogueFolder({ 'providers.json': isps })
    await using laid = await startServer({ args: ['--catalog-dir', folder.path] })
    const box = await route({ routerBrand: 'Acme Net Station' }, 'en', '127.0.0.1', laid)
    expect(box).toMatchObject({ router: { name: 'Acme Net Station' }, isp: { id: 'acme-net' }, notUnderstood: [] })
    expect(box.routeTargets[0]).toMatchObject({ kind: 'isp-equipment', label: "Your provider's box (Acme Net Station)" })
  })
})

test('the provider of the network that the request came from is used if none is named, marked as a guess, and confirmed by a question', async () => {
  // The network of 8.8.8.8 and that of 9.9.9.9, in the embedded data.
  const isps = (
    [
      ['xfinity', 'Xfinity', 'xfinity', '10.0.0.1', 15169],
      ['kt', 'KT', 'kt-giga-home-hub', '172.30.1.254', 19281],
    ] as const
  ).map(([id, name, equipment, gateway, asn]) => ({
    ...ISP,
    id,
    name: { en: name, ko: name },
    equipment,
    gateways: [gateway],
    asns: [asn],
  }))
  using folder = catalogueFolder({ 'providers.json': isps })
  await using guessing = await startServer({ args: [...PROXIED, '--catalog-dir', folder.path] })
  const found = await route({ gateway: '10.0.0.1' }, 'en', '8.8.8.8', guessing)
  expect(found).toMatchObject({ isp: { id: 'xfinity', guessed: true }, router: { known: false } })
  expect(found.routeTargets[0]).toMatchObject({ kind: 'app', label: 'The app "Xfinity"' })
  expect(found.warnings.join()).toMatch(/because your request came from its network/)
  const confirming = { code: 'confirm-isp', tool: 'router-login-route', request: { isp: 'xfinity' } }
  expect(found.nextActions[0].code).toBe('use-app')
  expect(found.nextActions[1].text).toContain('Or open http://10.0.0.1 in a browser')
  expect(found.nextActions.find(({ code }: ToolAnswer) => code === 'confirm-isp')).toMatchObject(confirming)
  await followedCodes(guessing.url, found.nextActions)
  // A guess does not make an address that retail routers come with the provider's, and does not show a box that the request does not
  // name.
  const own = await route({ routerBrand: 'iptime', gateway: '192.168.0.1' }, 'ko', '9.9.9.9', guessing)
  expect(own).toMatchObject({ topology: 'single', isp: { id: 'kt', guessed: true } })
  expect(urls(own).join()).not.toContain('172.30')
  // A named provider outweighs the guess, known or not, and so does a named box.
  for (const request of [{ isp: 'lg u+' }, { routerBrand: 'sk' }, { isp: 'Nobody Telecom' }])
    expect((await route(request, 'en', '9.9.9.9', guessing)).isp).toMatchObject({ guessed: false })
  expect((await route({}, 'en', '127.0.0.1', guessing)).isp).toBeNull()
})
