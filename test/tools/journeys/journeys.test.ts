// Questions that people ask, and the answers of people who know routers: written from the facts, before the tools were.
import { describe, expect, test } from 'bun:test'
import { bodyOf, postTool } from '../../support/server.ts'
import { sharedServer } from '../../support/shared.ts'
import { BOXES, MESH_AND_APPS } from './boxes.ts'
import { CARRIER_NAT } from './carrier-nat.ts'
import { type Action, type Complaints, loginComplaints, patternComplaints, planComplaints } from './complaints.ts'
import { BRIDGED, DOUBLE_NAT } from './double-nat.ts'
import { FACTS } from './facts.ts'
import { LOCKED_OUT, LOGINS, OFFLINE } from './getting-in.ts'
import { FAR_ISP_BOXES, ISP_BOXES, MORE_ISP_BOXES } from './isp-boxes.ts'
import type { Journey, Refused } from './journey.ts'
import { KOREA, KOREAN_BOXES } from './korea.ts'
import { PLANS } from './plans.ts'
import { REFUSALS } from './refusals.ts'
import { CONSOLES, RISKY_SERVICES, SERVERS_AT_HOME } from './servers-at-home.ts'
import { SHARED_LINES } from './shared-lines.ts'

/** All journeys, by theme. */
const JOURNEYS: Readonly<Record<string, readonly Journey[]>> = {
  'Korea, a router of their own': KOREA,
  'Korea, the box of the provider': KOREAN_BOXES,
  'boxes of providers in America and Britain': ISP_BOXES,
  'boxes of providers further away': FAR_ISP_BOXES,
  'boxes of providers with ways of their own': MORE_ISP_BOXES,
  'boxes and the labels on their screens': BOXES,
  'mesh and apps': MESH_AND_APPS,
  'two routers in a row': DOUBLE_NAT,
  'two boxes, one router': BRIDGED,
  'no public address': CARRIER_NAT,
  'services that are better not opened': RISKY_SERVICES,
  'the state of the connection': OFFLINE,
  'what is asked back or refused': REFUSALS,
  'consoles and their NAT types': CONSOLES,
  'lines that are shared': SHARED_LINES,
  'locked out of the router': LOCKED_OUT,
  'servers at home': SERVERS_AT_HOME,
  'getting into the router': LOGINS,
  'plans as steps': PLANS,
  'facts that decide': FACTS,
}

const server = await sharedServer({ args: ['--trusted-proxies', '127.0.0.0/8,::1'] })

const HANGUL = /[가-힣]/

function askedOf(journey: Journey) {
  return 'login' in journey
    ? { tool: 'router-login-route', body: journey.login }
    : { tool: 'port-forward-plan', body: journey.plan }
}

function languageOf(journey: Journey) {
  return journey.language ?? (HANGUL.test(JSON.stringify(askedOf(journey).body)) ? 'ko' : 'en')
}

function ask(journey: Journey): Promise<Response> {
  const { tool, body } = askedOf(journey)
  const headers = { 'accept-language': languageOf(journey) }
  return postTool(server.url, tool, body, { ...headers, ...(journey.seenAt ? { 'x-forwarded-for': journey.seenAt } : {}) })
}

async function complaintsOf(journey: Journey): Promise<Complaints> {
  const answer = await ask(journey)
  if ('refused' in journey) return refusalComplaints(answer, journey.refused)
  if ('takenAsOrAsked' in journey && answer.status === 422) {
    const { means } = journey.takenAsOrAsked
    return refusalComplaints(answer, { code: 'unknown-value', field: 'useCase', means })
  }
  if (answer.status !== 200) return [`status ${answer.status}: ${await answer.text()}`]
  const found = await bodyOf(answer)
  if ('takenAsOrAsked' in journey) return planComplaints(found, { service: journey.takenAsOrAsked.service })
  return [
    ...('login' in journey ? loginComplaints(found, journey.expect) : planComplaints(found, journey.expect)),
    ...(await followComplaints([...found.nextActions, ...(found.verify ?? [])])),
  ]
}

async function refusalComplaints(answer: Response, { code, field, means, detail }: Refused): Promise<Complaints> {
  if (answer.status !== 422) return [`wanted a refusal of ${field}, got ${answer.status}: ${(await answer.text()).slice(0, 300)}`]
  const problem = await bodyOf(answer)
  const didYouMean: string[] = problem.didYouMean ?? []
  return [
    ...(problem.code === code && problem.field === field ? [] : [`refused with ${problem.code} of ${problem.field}`]),
    ...(means && !didYouMean.some((name) => means.test(name)) ? [`didYouMean: no ${means} in ${didYouMean}`] : []),
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
      test(`${journey.who}: ${askedOf(journey).tool}`, async () => {
        const why = { journey: journey.who, because: journey.because }
        expect({ ...why, complaints: await complaintsOf(journey) }).toEqual({ ...why, complaints: [] })
      })
    }
  })
}
