import { doubtsAbout } from '../src/ipdata/index.ts'
import {
  printReachability,
  printStep,
  REACHABILITY_FIELDS,
  reach,
  SCHEMES,
  STEP_FIELDS,
  subjectOf,
} from '../src/reachability/index.ts'
import { defineTool, NEXT_ACTIONS, oneOf, PORT, requesterAndName, t } from '../src/tool.ts'
import { text } from './reachability.text.ts'

const hint = (...examples: string[]) => t.Optional(t.String({ maxLength: 100, examples }))
const address = (example: string) => t.Optional(t.String({ maxLength: 64, examples: [example] }))

/** Can the internet reach my service, and if not, what is the one thing to do: six steps, up to the first that explains the rest. */
export default defineTool({
  path: '/api/tools/reachability',
  group: 'port',
  text,
  policy: requesterAndName('hostname', { connects: true }),
  refuses: ['invalid-request', 'invalid-target', 'unknown-value'],
  body: t.Object({
    useCase: hint('minecraft-java', '마인크래프트'),
    port: t.Optional({ ...PORT, examples: [25_565] }),
    protocol: t.Optional(oneOf('tcp', 'udp')),
    hostname: t.Optional(t.String({ examples: ['home.example.com'] })),
    scheme: t.Optional(oneOf(...SCHEMES)),
    routerBrand: hint('iptime'),
    internalIp: address('192.168.0.10'),
    routerWanIp: address('100.64.0.7'),
    isp: hint('kt'),
    platform: hint('windows'),
  }),
  event: t.Object(STEP_FIELDS),
  result: t.Object({ ...REACHABILITY_FIELDS, nextStep: NEXT_ACTIONS.items, nextActions: NEXT_ACTIONS }),
  deadlineMs: 25_000,
  print: printReachability,
  printEvent: (step) => printStep(step),
  async run({ body, target, net, ipdata, catalogue, locale, refuse, report }) {
    const known = await catalogue()
    const subject = await subjectOf(body, { known, ipdata, seen: target.requester.address })
    if (!subject) return refuse('nothing-to-check', {}, { field: 'port', code: 'invalid-request' })
    const world = { target, net, ipdata, known, locale }
    const { nextStep, nextActions, ...answer } = await reach(subject, world, { request: body, report })
    return {
      ...answer,
      notUnderstood: [...subject.notUnderstood],
      nextStep,
      nextActions: [...nextActions, ...doubtsAbout(ipdata, locale)],
    }
  },
})
