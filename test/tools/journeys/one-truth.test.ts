// All tools are asked about the same situations, over HTTP: what they say of line, service and port never disagrees.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { bodyOf, postTool, type Server, startServer } from '../../support/server.ts'

type ToolAnswer = Awaited<ReturnType<typeof bodyOf>>

/** The services by what they need, as people name them. */
const SERVICES = {
  rule: ['minecraft', '발헤임', 'wireguard', 'web server', 'factorio', '팰월드', 'teamspeak', 'plex'],
  none: ['롤', 'discord', '포트나이트', 'zoom', 'teamviewer'],
  console: ['xbox', '플스5', '닌텐도 스위치'],
  shut: ['rdp', '하이크비전', 'home assistant', 'smb', '프록스목스'],
} as const
type Need = keyof typeof SERVICES

/** The lines: what the caller knows of provider, router and WAN address. `SEEN` stands for the address of the requester. */
const SEEN = 'the address of the requester'
const LINES: Readonly<Record<string, Record<string, string>>> = {
  'nothing known': {},
  'a public WAN address': { routerBrand: 'iptime', routerWanIp: SEEN },
  'carrier-grade NAT': { routerBrand: 'asus', routerWanIp: '100.71.20.5' },
  'DS-Lite': { routerBrand: 'fritzbox', isp: 'vodafone-de', routerWanIp: '192.0.0.2' },
  'a private WAN address of the carrier': { routerBrand: 'xfinity', routerWanIp: '10.12.3.4' },
  'T-Mobile, with its WAN address': { isp: 'T-Mobile', routerWanIp: '10.12.3.4' },
  'the box of KT upstream': { routerBrand: '아이피타임', isp: 'KT', routerWanIp: '172.30.1.5' },
  'some box upstream': { routerBrand: 'tp-link', routerWanIp: '192.168.1.64' },
  Starlink: { isp: 'starlink' },
  'a dormitory': { isp: '기숙사', routerWanIp: '10.3.2.77' },
  'a building': { isp: '원룸' },
  'a room with a public address of its own': { isp: 'hotel', routerWanIp: SEEN },
  'T-Mobile': { isp: 'T-Mobile' },
}

const situations = Object.entries(LINES).flatMap(([line, hints]) =>
  // A seam: the keys of the table above.
  (Object.keys(SERVICES) as Need[]).flatMap((need) => SERVICES[need].map((useCase) => ({ line, hints, need, useCase }))),
)

let server: Server
let asked: ReturnType<typeof askEverything>
beforeAll(async () => {
  server = await startServer({
    args: ['--trusted-proxies', '127.0.0.1', '--allow-targets', '127.0.0.0/8', '--rate-limit', 'off'],
  })
  asked = askEverything()
})
afterAll(() => server[Symbol.asyncDispose]())

/** Asks the tools about one situation, each in the name of a home of its own, in which nothing listens. */
async function askAll({ hints, useCase }: (typeof situations)[number], number: number) {
  const home = `127.77.${number >> 8}.${number & 255 || 254}`
  const given = Object.fromEntries(Object.entries(hints).map(([field, value]) => [field, value === SEEN ? home : value]))
  const ask = async (tool: string, request: object): Promise<ToolAnswer> => {
    const answer = await postTool(server.url, tool, request, { 'x-forwarded-for': home })
    expect([tool, answer.status]).toEqual([tool, 200])
    return bodyOf(answer)
  }
  const [reach, plan, login] = await Promise.all([
    ask('reachability', { useCase, ...given }),
    ask('port-forward-plan', { useCase, ...given }),
    ask('router-login-route', given),
  ])
  const check = await ask('port-check', { port: reach.port, protocol: reach.protocol, useCase })
  return { reach, plan, login, check }
}

const AT_ONCE = 8

/** Asks about all situations, some at a time: most of the time is spent waiting for what never comes back. */
function askEverything() {
  const turns: Promise<unknown>[] = Array.from({ length: AT_ONCE }, () => Promise.resolve())
  return situations.map((situation, index) => {
    const answers = Promise.resolve(turns[index % AT_ONCE]).then(() => askAll(situation, index + 1))
    turns[index % AT_ONCE] = answers.catch(() => {})
    return answers
  })
}

const codesOf = ({ nextActions }: ToolAnswer): string[] => nextActions.map(({ code }: ToolAnswer) => code)
const stepOf = ({ steps }: ToolAnswer, name: string): ToolAnswer => steps.find(({ step }: ToolAnswer) => step === name)

/** Advice that makes sense only for a service whose port is to be opened. */
const TO_OPEN = [
  'forward-port',
  'add-rules',
  'start-service',
  'start-service-behind-two',
  'forward-upstream',
  'allow-in-firewall',
]
/** Advice that makes sense only where a rule can let somebody in. */
const TO_FORWARD = ['forward-port', 'add-rules', 'forward-upstream', 'forward-upstream-too', 'verify-port']

const never = (answer: ToolAnswer, codes: readonly string[]) =>
  expect([answer.tool, codesOf(answer).filter((code) => codes.includes(code))]).toEqual([answer.tool, []])

describe('what the tools say of one situation', () => {
  test.each(situations.map((one, index) => [`${one.useCase} on ${one.line}`, one, index] as const))(
    '%s',
    async (_, situation, index) => {
      const answers = asked[index]
      if (!answers) throw new Error('not asked')
      const { reach, plan, login, check } = await answers
      const { need } = situation
      // Everybody learns what to do, in whole sentences.
      for (const answer of [reach, plan, login]) expect([answer.tool, answer.nextActions.length > 0]).toEqual([answer.tool, true])
      for (const { text } of [reach, plan, login, check].flatMap(({ nextActions }) => nextActions))
        expect(text).not.toMatch(/[:,] *[.,]|\{/)
      if (plan.rules.length > 0 && need === 'rule') expect(codesOf(plan)).toContain('add-rules')
      // The service, and what it needs.
      expect(reach.service?.id).toBe(plan.service.id)
      expect(reach.verdict === 'not-needed').toBe(need === 'none')
      if (need !== 'rule') for (const answer of [reach, check]) never(answer, TO_OPEN)
      if (need === 'shut') expect(codesOf(plan)).toContain('use-safer-way')
      if (need === 'none') expect(plan.rules).toEqual([])
      if (need === 'none') expect(reach.steps.some(({ status }: ToolAnswer) => status === 'problem')).toBe(false)
      // The line.
      const nat = stepOf(reach, 'nat').result?.nat
      if (nat !== undefined) expect(nat).toBe(plan.nat)
      expect(login.nat).toBe(plan.nat)
      if (plan.forwardingWorks === 'no') for (const answer of [reach, plan]) never(answer, TO_FORWARD)
      if (plan.forwardingWorks === 'no' && need === 'rule') expect([reach.verdict, reach.blockedAt]).toEqual(['blocked', 'nat'])
      if (plan.nat === 'carrier-grade') expect(codesOf(login)).not.toContain('forward-upstream')
      // The provider.
      const provider = stepOf(reach, 'nat').result?.provider
      if (provider) expect(provider).toBe(plan.isp?.id)
      // The rules: reachability names those that are required, and no other.
      const router = stepOf(reach, 'router')
      if (router.code === 'router-plan')
        for (const { externalPort, required } of plan.rules)
          expect([externalPort, router.summary.includes(externalPort)]).toEqual([
            externalPort,
            required || plan.rules.some((other: ToolAnswer) => other.required && other.externalPort === externalPort),
          ])
      // The address for others.
      if (reach.friendsConnectTo && plan.friendsConnectTo) expect(reach.friendsConnectTo).toBe(plan.friendsConnectTo)
    },
  )
})

describe('what the tools say of a line or a service without a name of its own', () => {
  const home = { 'x-forwarded-for': '127.77.254.1' }
  const answerOf = async (tool: string, request: object) => bodyOf(await postTool(server.url, tool, request, home))

  test('a mobile line is nobody to ask', async () => {
    const request = { useCase: 'minecraft', isp: 'mobile hotspot' }
    for (const tool of ['reachability', 'port-forward-plan']) {
      const { nextActions } = await answerOf(tool, request)
      const codes = nextActions.map(({ code }: ToolAnswer) => code)
      expect([tool, codes.includes('ask-public-address'), codes.includes('use-relay')]).toEqual([tool, false, true])
    }
  })

  test('a game that needs no port needs none on a port of its own either', async () => {
    const { headline } = await answerOf('port-forward-plan', { useCase: 'fortnite', ports: [{ port: 9999 }] })
    expect(headline).toBe('No port forwarding is needed for Fortnite.')
  })
})
