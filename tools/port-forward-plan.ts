import { doubtsAbout } from '../src/ipdata/index.ts'
import { PLAN_FIELDS, planOf, printPlan, readPlanRequest } from '../src/router/index.ts'
import { defineTool, NEXT_ACTIONS, offline, oneOf, PORT, t } from '../src/tool.ts'
import { text } from './port-forward-plan.text.ts'

const NAME_MAX = 100
const ADDRESS_MAX = 64
const PORTS_MAX = 10

/** What to enter in which router to make a service reachable from outside. Nothing is contacted. */
export default defineTool({
  path: '/api/tools/port-forward-plan',
  group: 'router',
  text,
  policy: offline,
  refuses: ['invalid-request', 'invalid-target', 'unknown-value'],
  body: t.Object({
    useCase: t.Optional(t.String({ maxLength: NAME_MAX, examples: ['minecraft-java'] })),
    ports: t.Optional(
      t.Array(
        t.Object({
          port: { ...PORT, examples: [25_565] },
          externalPort: t.Optional(PORT),
          protocol: t.Optional(oneOf('tcp', 'udp', 'both')),
        }),
        { minItems: 1, maxItems: PORTS_MAX },
      ),
    ),
    routerBrand: t.Optional(t.String({ maxLength: NAME_MAX, examples: ['iptime'] })),
    internalIp: t.Optional(t.String({ maxLength: ADDRESS_MAX, examples: ['192.168.0.10'] })),
    routerWanIp: t.Optional(t.String({ maxLength: ADDRESS_MAX, examples: ['100.64.0.7'] })),
    isp: t.Optional(t.String({ maxLength: NAME_MAX, examples: ['kt'] })),
    platform: t.Optional(t.String({ maxLength: NAME_MAX, examples: ['windows'] })),
  }),
  result: t.Object({ ...PLAN_FIELDS, nextActions: NEXT_ACTIONS }),
  print: printPlan,
  async run({ body, caller, catalogue, ipdata, locale }) {
    const known = await catalogue()
    const { requester } = caller
    const asked = readPlanRequest(body, known, requester && ipdata.network(requester).asn)
    const plan = planOf(asked, known, requester, locale)
    // Only the network of the requester speaks for a guessed provider.
    return asked.isp?.guessed ? { ...plan, nextActions: [...plan.nextActions, ...doubtsAbout(ipdata, locale)] } : plan
  },
})
