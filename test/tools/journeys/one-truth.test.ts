// All tools are asked about the same situations, over HTTP: what they say of line, service and port never disagrees.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { askFrom, hintsOf, homeOf, LINES, someAtOnce, startForHomes, type ToolAnswer } from '../../support/advice/homes.ts'
import { sampled, sampleName } from '../../support/lab.ts'
import type { Server } from '../../support/server.ts'

/** The services by what they need, as people name them. */
const SERVICES = {
  rule: ['minecraft', '발헤임', 'wireguard', 'web server', 'factorio', '팰월드', 'teamspeak', 'plex'],
  none: ['롤', 'discord', '포트나이트', 'zoom', 'teamviewer'],
  console: ['xbox', '플스5', '닌텐도 스위치'],
  shut: ['rdp', '하이크비전', 'home assistant', 'smb', '프록스목스'],
} as const
type Need = keyof typeof SERVICES

const situations = sampled(
  85,
  Object.entries(LINES).flatMap(([line, hints]) =>
    // A seam: the keys of the table above.
    (Object.keys(SERVICES) as Need[]).flatMap((need) => SERVICES[need].map((useCase) => ({ line, hints, need, useCase }))),
  ),
)

let server: Server
let asked: Promise<Awaited<ReturnType<typeof askAll>>>[]
beforeAll(async () => {
  server = await startForHomes()
  asked = someAtOnce(situations, askAll)
})
afterAll(() => server[Symbol.asyncDispose]())

/** Asks the tools about one situation, each in the name of a home of its own, in which nothing listens. */
async function askAll({ hints, useCase }: (typeof situations)[number], number: number) {
  const home = homeOf(number)
  const given = hintsOf(hints, home)
  const ask = (tool: string, request: object) => askFrom(server.url, home, tool, request)
  const [reach, plan, login] = await Promise.all([
    ask('reachability', { useCase, ...given }),
    ask('port-forward-plan', { useCase, ...given }),
    ask('router-login-route', given),
  ])
  const check = await ask('port-check', { port: reach.port, protocol: reach.protocol, useCase })
  return { reach, plan, login, check }
}

const codesOf = ({ nextActions }: ToolAnswer): string[] => nextActions.map(({ code }: ToolAnswer) => code)
const stepOf = ({ steps }: ToolAnswer, name: string): ToolAnswer => steps.find(({ step }: ToolAnswer) => step === name)

/** Advice that makes sense only for a service whose port is to be opened. */
const TO_OPEN = ['forward-port', 'add-rules', 'start-service', 'forward-upstream', 'allow-on-device']
/** Advice for a console as well: behind two routers its NAT is strict, whatever its ports. */
const FOR_CONSOLES: readonly string[] = ['forward-upstream']
/** Advice that makes sense only where a rule can let somebody in. */
const TO_FORWARD = ['forward-port', 'add-rules', 'forward-upstream', 'verify-port']

const never = (answer: ToolAnswer, codes: readonly string[]) =>
  expect([answer.tool, codesOf(answer).filter((code) => codes.includes(code))]).toEqual([answer.tool, []])

describe('what the tools say of one situation', () => {
  test.each(situations.map((one, index) => [`${one.useCase} on ${one.line}`, one, index] as const))(
    sampleName('%s'),
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
      const notTo = need === 'console' ? TO_OPEN.filter((code) => !FOR_CONSOLES.includes(code)) : TO_OPEN
      if (need !== 'rule') for (const answer of [reach, check]) never(answer, notTo)
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
  const HOME_ALONE = 60_000
  const answerOf = (tool: string, request: object) => askFrom(server.url, homeOf(HOME_ALONE), tool, request)

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
