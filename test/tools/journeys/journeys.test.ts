// Questions that people ask, and the answers of people who know routers: written from the facts, before the tools were.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { bodyOf, postTool, type Server, startServer } from '../../support/server.ts'
import { JOURNEYS } from './all.ts'
import { loginComplaints } from './check-login.ts'
import { planComplaints } from './check-plan.ts'
import { type Action, absenceComplaints, type Complaints, patternComplaints } from './complaints.ts'
import type { Journey, LoginStep, PlanStep, Refused } from './journey.ts'

let server: Server
beforeAll(async () => {
  server = await startServer({ args: ['--trusted-proxies', '127.0.0.0/8,::1'] })
})
afterAll(() => server[Symbol.asyncDispose]())

const languageOf = ({ language = 'en' }: Journey) => language

function ask(journey: Journey, tool: string, body: unknown): Promise<Response> {
  const headers = { 'accept-language': journey.acceptLanguage ?? languageOf(journey) }
  return postTool(server.url, tool, body, { ...headers, ...(journey.seenAt ? { 'x-forwarded-for': journey.seenAt } : {}) })
}

async function login(journey: Journey, step: LoginStep): Promise<Complaints> {
  const answer = await ask(journey, 'router-login-route', step.send)
  if ('refused' in step) return refusalComplaints(answer, step.refused)
  if (answer.status !== 200) return [`status ${answer.status}: ${await answer.text()}`]
  const found = await bodyOf(answer)
  return [
    ...languageComplaints(journey, answer),
    ...loginComplaints(step.send, found, step.expect, languageOf(journey)),
    ...(await followComplaints(found.nextActions)),
  ]
}

async function plan(journey: Journey, step: PlanStep): Promise<Complaints> {
  const answer = await ask(journey, 'port-forward-plan', step.send)
  if ('refused' in step) return refusalComplaints(answer, step.refused)
  if ('takenAsOrAsked' in step) {
    const { service, means } = step.takenAsOrAsked
    if (answer.status === 422) return refusalComplaints(answer, { code: 'unknown-value', field: 'useCase', means })
    return planComplaints(step.send, await bodyOf(answer), { service }, languageOf(journey))
  }
  if (answer.status !== 200) return [`status ${answer.status}: ${await answer.text()}`]
  const found = await bodyOf(answer)
  return [
    ...languageComplaints(journey, answer),
    ...planComplaints(step.send, found, step.expect, languageOf(journey)),
    ...(await followComplaints([...found.nextActions, ...found.verify])),
  ]
}

function languageComplaints(journey: Journey, { headers }: Response): Complaints {
  const got = headers.get('content-language')
  return got === languageOf(journey) ? [] : [`Content-Language: ${got}`]
}

async function refusalComplaints(answer: Response, { code, field, means, meansNot, detail }: Refused): Promise<Complaints> {
  if (answer.status !== 422) return [`wanted a refusal of ${field}, got ${answer.status}: ${(await answer.text()).slice(0, 300)}`]
  const problem = await bodyOf(answer)
  const didYouMean: string[] = problem.didYouMean ?? []
  return [
    ...(problem.code === code && problem.field === field ? [] : [`refused with ${problem.code} of ${problem.field}`]),
    ...(means && !didYouMean.some((name) => means.test(name)) ? [`didYouMean: no ${means} in ${didYouMean}`] : []),
    ...absenceComplaints('didYouMean', meansNot && [meansNot], didYouMean),
    ...patternComplaints('detail', detail && [detail], [problem.detail]),
    ...(code === 'unknown-value' && !(problem.supported?.length > 0) ? ['supported: empty'] : []),
  ]
}

/**
 * Checks that every ready-made body is one that its tool takes. They are sent from loopback: port-check, which would connect to the
 * requester, then refuses it for having no public address, and only after it has read the body.
 */
async function followComplaints(actions: readonly Pick<Action, 'tool' | 'request'>[]): Promise<Complaints> {
  const complaints: string[] = []
  for (const { tool, request } of actions) {
    if (tool === undefined) continue
    const answer = await postTool(server.url, tool, request)
    const code = answer.status === 200 ? '' : (await bodyOf(answer)).code
    const taken = tool === 'port-check' ? code === 'requester-not-public' : answer.status === 200
    if (!taken) complaints.push(`${tool} does not take ${JSON.stringify(request)}: ${answer.status} ${code}`)
  }
  return complaints
}

for (const [theme, journeys] of Object.entries(JOURNEYS)) {
  describe(theme, () => {
    for (const journey of journeys) {
      test(journey.who, async () => {
        for (const [name, step, complaints] of [
          ['router-login-route', journey.login, journey.login && (await login(journey, journey.login))],
          ['port-forward-plan', journey.plan, journey.plan && (await plan(journey, journey.plan))],
        ] as const) {
          const why = { journey: journey.who, tool: name, because: step?.because }
          expect({ ...why, complaints: complaints ?? [] }).toEqual({ ...why, complaints: [] })
        }
      })
    }
  })
}

test('there are many journeys', () => {
  const all = Object.values(JOURNEYS).flat()
  const korean = all.filter(({ language }) => language === 'ko')
  const sent = all.flatMap(({ login, plan }) => [login?.send ?? {}, plan?.send ?? {}])
  const kinds = (field: string) => new Set(sent.flatMap((body) => (field in body ? [Reflect.get(body, field)] : [])))
  const services = all.flatMap(({ plan }) => (plan && 'expect' in plan ? [plan.expect.service] : []))
  expect(all.length).toBeGreaterThanOrEqual(220)
  expect(korean.length).toBeGreaterThanOrEqual(90)
  expect(kinds('routerBrand').size).toBeGreaterThanOrEqual(25)
  expect(kinds('isp').size).toBeGreaterThanOrEqual(21)
  expect(kinds('platform').size).toBeGreaterThanOrEqual(7)
  expect(new Set(services).size).toBeGreaterThanOrEqual(25)
  expect(new Set(all.map(({ who }) => who)).size).toBe(all.length)
  expect(all.filter(({ login, plan }) => !login && !plan)).toEqual([])
})
