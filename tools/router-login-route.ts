import {
  defineTool,
  isPublicAddress,
  LOGIN_OPENS,
  LOGIN_STATES,
  LOGIN_TARGET_KINDS,
  loginRouteOf,
  NAT_VERDICTS,
  NEXT_ACTIONS,
  type NextAction,
  offline,
  oneOf,
  orNull,
  PLATFORM_IDS,
  printLogin,
  readAddress,
  readGateway,
  readPlatform,
  readState,
  TOPOLOGIES,
  t,
} from '../src/tool.ts'
import { text } from './router-login-route.text.ts'

const name = (example: string) => t.Optional(t.String({ maxLength: 100, examples: [example] }))
const address = (example: string) => t.Optional(t.String({ maxLength: 64, examples: [example] }))
const SENTENCES = t.Array(t.String())

/** What to open, in which order, to log in to the caller's routers. Nothing is contacted: the addresses are those of their network. */
export default defineTool({
  path: '/api/tools/router-login-route',
  group: 'router',
  text,
  policy: offline,
  body: t.Object({
    routerBrand: name('iptime'),
    gateway: address('192.168.0.1'),
    platform: name('windows'),
    connectionState: name('yes'),
    isp: name('kt'),
    routerWanIp: address('172.30.1.42'),
  }),
  result: t.Object({
    topology: oneOf(...TOPOLOGIES),
    topologyReason: t.String(),
    nat: oneOf(...NAT_VERDICTS),
    router: t.Object({ id: orNull(t.String()), name: t.String(), known: t.Boolean() }),
    isp: orNull(t.Object({ id: orNull(t.String()), name: t.String(), known: t.Boolean(), support: orNull(t.String()) })),
    platform: orNull(oneOf(...PLATFORM_IDS)),
    connectionState: oneOf(...LOGIN_STATES),
    routeTargets: t.Array(
      t.Object({
        order: t.Integer({ minimum: 1 }),
        kind: oneOf(...LOGIN_TARGET_KINDS),
        label: t.String(),
        url: orNull(t.String()),
        reason: t.String(),
        handoff: t.Object({
          open: oneOf(...LOGIN_OPENS),
          url: orNull(t.String()),
          app: orNull(t.String()),
          expect: t.String(),
          ifFails: t.String(),
        }),
      }),
      { minItems: 1 },
    ),
    gatewaySteps: orNull(
      t.Object({
        platform: t.String(),
        commands: t.Array(t.Object({ shell: t.String(), command: t.String(), read: t.String() })),
        menu: SENTENCES,
        notes: SENTENCES,
      }),
    ),
    checklist: SENTENCES,
    stickerHints: SENTENCES,
    warnings: SENTENCES,
    nextActions: NEXT_ACTIONS,
  }),
  print: printLogin,
  async run({ body, caller, catalogue: open, locale, say, next }) {
    const catalogue = await open()
    const routerWan = body.routerWanIp === undefined ? null : readAddress('routerWanIp', body.routerWanIp)
    const asked = {
      routerBrand: body.routerBrand,
      isp: body.isp,
      gateway: readGateway(body.gateway),
      routerWan,
      platform: readPlatform(body.platform, catalogue.platforms),
      state: readState(body.connectionState),
    }
    const route = loginRouteOf(asked, catalogue, caller.address, locale)
    const { situation, nearest, logins } = route
    const { provider, wan, unknownBrand, unknownProvider, brandsNear, providersNear } = situation

    const brandActions = () => {
      if (unknownBrand === null) return []
      const slots = { brand: unknownBrand, near: brandsNear.map((brand) => brand.name[locale]).join(', ') }
      const [likely] = brandsNear
      return [likely ? next('check-brand', slots, again({ routerBrand: likely.id })) : next('name-brand', slots)]
    }

    const ispActions = () => {
      if (unknownProvider === null) return []
      const slots = { isp: unknownProvider, near: providersNear.map((isp) => isp.name[locale]).join(', ') }
      const [likely] = providersNear
      return [likely ? next('check-isp', slots, again({ isp: likely.id })) : next('name-isp', slots)]
    }

    const again = (changed: Partial<typeof body>) => ({ tool: 'router-login-route', request: { ...body, ...changed } })

    const loginActions = () =>
      logins.map(({ kind, app, url }) => {
        if (kind === 'app') return next('use-app', { app: app ?? '' })
        if (kind === 'isp') return url === null ? worded('log-in-isp', say('log-in-isp-later')) : next('log-in-isp', { url })
        return url === null ? worded('log-in-personal', say('log-in-personal-first')) : next('log-in-personal', { url })
      })

    const wanAction = () =>
      isPublicAddress(seen) && caller.address.version === 4
        ? worded('check-wan-address', say('compare-wan-address', { seen }))
        : next('check-wan-address', {})

    const planAction = () => {
      const brand = situation.brand ?? nearest?.brand
      return brand ? next('plan-forward', { brand: brand.id }) : worded('plan-forward', say('plan-forward-any'))
    }

    const ispResult = () => {
      if (provider) return { id: provider.id, name: provider.name[locale], known: true, support: provider.support }
      return unknownProvider === null ? null : { id: null, name: unknownProvider, known: false, support: null }
    }

    const seen = caller.address.text
    const isAppAlone = logins.every(({ kind }) => kind === 'app')
    const router = situation.named ?? nearest?.brand
    return {
      topology: route.topology,
      topologyReason: route.topologyReason,
      nat: route.nat,
      router: { id: router?.id ?? null, name: router?.name[locale] ?? say('any-router'), known: situation.named !== null },
      isp: ispResult(),
      platform: asked.platform,
      connectionState: asked.state,
      routeTargets: route.targets,
      gatewaySteps: route.gatewaySteps,
      checklist: route.checklist,
      stickerHints: route.stickerHints,
      warnings: route.warnings,
      nextActions: [
        ...(asked.state === 'no' || wan === 'down' ? [next('check-connection', {})] : []),
        ...brandActions(),
        ...ispActions(),
        ...(wan === 'shared' ? [next('ask-public-address', {}), next('use-relay', {})] : []),
        ...(asked.gateway === null && !isAppAlone ? [next('find-gateway', {})] : []),
        ...loginActions(),
        ...(isAppAlone ? [] : [next('read-label', {})]),
        ...(wan === 'unknown' ? [wanAction()] : []),
        ...(wan === 'shared' ? [] : [planAction()]),
      ],
    }
  },
})

/** An action whose sentence is not the one of its code. */
function worded(code: string, sentence: string): NextAction {
  return { code, text: sentence }
}
