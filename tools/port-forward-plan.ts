import { findBrand, findUseCase, PLAN_FIELDS, planOf, printPlan, readInternalIp } from '../src/router/index.ts'
import { defineTool, NEXT_ACTIONS, offline, readAddress, t } from '../src/tool.ts'
import { text } from './port-forward-plan.text.ts'

const NAME_MAX = 100
const ADDRESS_MAX = 64

/** What to enter in which router to make a service reachable from outside. Nothing is contacted. */
export default defineTool({
  path: '/api/tools/port-forward-plan',
  group: 'router',
  text,
  policy: offline,
  body: t.Object({
    useCase: t.String({ maxLength: NAME_MAX, examples: ['minecraft-java'] }),
    routerBrand: t.Optional(t.String({ maxLength: NAME_MAX, examples: ['iptime'] })),
    internalIp: t.Optional(t.String({ maxLength: ADDRESS_MAX, examples: ['192.168.0.10'] })),
    routerWanIp: t.Optional(t.String({ maxLength: ADDRESS_MAX, examples: ['100.64.0.7'] })),
  }),
  result: t.Object({ ...PLAN_FIELDS, nextActions: NEXT_ACTIONS }),
  print: printPlan,
  async run({ body, caller, catalogue, locale }) {
    const known = await catalogue()
    const asked = {
      useCase: findUseCase(known, body.useCase),
      router: findBrand(known, body.routerBrand),
      internalIp: body.internalIp === undefined ? null : readInternalIp(body.internalIp),
      routerWan: body.routerWanIp === undefined ? null : readAddress('routerWanIp', body.routerWanIp),
    }
    return planOf(asked, known, caller.requester, locale)
  },
})
