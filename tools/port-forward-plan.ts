import {
  checksOf,
  commandsFor,
  defineTool,
  doubtOf,
  findBrand,
  findUseCase,
  formFields,
  forwardingNat,
  isPublicAddress,
  labelIn,
  menuIn,
  menuVariants,
  NEXT_ACTIONS,
  type NextAction,
  offline,
  PLAN_FIELDS,
  printPlan,
  protocolOf,
  readAddress,
  readInternalIp,
  rulesOf,
  t,
  upstreamOf,
} from '../src/tool.ts'
import { text } from './port-forward-plan.text.ts'

const NAME_MAX = 100
const ADDRESS_MAX = 64

/** What to type into which router, so that a service can be reached from outside. Nothing is contacted. */
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
  async run({ body, caller, catalogue, locale, say, next }) {
    const known = await catalogue()
    const useCase = findUseCase(known, body.useCase)
    const router = findBrand(known, body.routerBrand)
    const { brand } = router
    const internalIp = body.internalIp === undefined ? null : readInternalIp(body.internalIp)
    const routerWan = body.routerWanIp === undefined ? null : readAddress('routerWanIp', body.routerWanIp)

    const wan = routerWan?.text ?? ''
    const seen = caller.address
    const nat = forwardingNat(routerWan, seen)
    const service = useCase.name[locale]
    const rules = rulesOf(useCase, internalIp)
    const verify = checksOf(rules).map((request) => ({ tool: 'port-check' as const, request }))
    const menuPath = menuIn(brand.menu, locale)
    const reservationPath = brand.reservation && menuIn(brand.reservation, locale)
    const saferAlternative = useCase.saferAlternative?.[locale] ?? null
    const toLogin = {
      tool: 'router-login-route',
      request: { ...(router.known ? { routerBrand: brand.id } : {}), ...(routerWan ? { routerWanIp: wan } : {}) },
    }

    /** An action of several sentences; the first has its code. */
    const action = ({ code, text: first, ...follow }: NextAction, ...more: (string | null)[]): NextAction => ({
      code,
      text: [first, ...more.filter((sentence) => sentence !== null)].join(' '),
      ...follow,
    })

    const cannotForward = brand.forwards === false
    const isOffline = routerWan?.version === 4 && nat === 'unknown' && !isPublicAddress(wan)

    const natActions = (): NextAction[] => {
      if (isOffline) return [wanAction()]
      if (nat === 'double-nat') return [doubleNat()]
      if (nat !== 'carrier-grade') return cannotForward ? boxActions() : []
      const provider = known.isps.find(({ equipment, support }) => equipment === brand.id && support !== null)
      const number = provider?.support ?? null
      const call = provider && number !== null ? say('provider-number', { provider: provider.name[locale], number }) : null
      return [next('forwarding-cannot-work', { wan }), action(next('ask-public-address', {}), call), next('use-relay', {})]
    }

    const boxActions = () => {
      const sentence = say('box-cannot-forward', { name: brand.name[locale] })
      const behind = brand.bridgeMode ? say('own-router-behind', { mode: brand.bridgeMode[locale] }) : null
      const carrier = brand.carrierNat?.[locale] ?? null
      return [action({ code: 'forwarding-cannot-work', text: sentence }, behind, carrier), next('use-relay', {})]
    }

    const doubleNat = () => {
      const upstream = upstreamOf(known, wan)
      const box = upstream?.brand ?? null
      const where = () => {
        if (!upstream) return null
        const { gateway } = upstream
        return box ? say('upstream-named', { name: box.name[locale], gateway }) : say('upstream-found', { gateway })
      }
      const there = box?.bridgeMode ? say('bridge-upstream', { mode: box.bridgeMode[locale] }) : null
      const here = router.known && brand.bridgeMode ? say('bridge-here', { mode: brand.bridgeMode[locale] }) : null
      return action(next('forward-upstream-too', { wan }, toLogin), where(), there, here)
    }

    const saferActions = () => {
      const needsNone = ['not-needed', 'usually-not-needed', 'not-needed-with-relay'].includes(useCase.upnp.status)
      if (useCase.recommended) {
        return needsNone ? [action(next('try-without-rule', { service }), useCase.upnp.note[locale])] : []
      }
      const sentence = say(needsNone ? 'no-forward-needed' : 'use-safer-way', { service })
      return [action({ code: 'use-safer-way', text: sentence }, saferAlternative)]
    }

    const addressActions = () => {
      const menu = reservationPath ? say('reservation-menu', { menu: reservationPath.join(' > ') }) : null
      if (internalIp === null) return [action({ code: 'reserve-address', text: say('address-missing') }, menu)]
      return [...deviceActions(internalIp), action(next('reserve-address', { address: internalIp }), menu)]
    }

    const deviceActions = (address: string): NextAction[] => {
      const doubt = doubtOf(address, brand, routerWan, known)
      const code = 'check-device-address'
      switch (doubt?.because) {
        case undefined:
          return []
        case 'router':
          return [next(code, { address })]
        case 'upstream':
          return [{ code, text: say('device-upstream', { address, wan }) }]
        case 'elsewhere': {
          const { box, gateway } = doubt
          return [{ code, text: say('device-elsewhere', { address, name: box.name[locale], gateway }) }]
        }
      }
    }

    const ruleActions = () => {
      const optional = rules.some(({ required }) => !required) ? say('optional-rules') : null
      const restart = brand.reboot === 'no' ? null : say('router-restarts')
      return [
        next('log-in', {}, toLogin),
        action(next('add-rules', { menu: menuPath.join(' > ') }), optional, restart),
        next('allow-on-device', {}),
      ]
    }

    const verifyActions = () =>
      verify.slice(0, 1).map(({ tool, request }) => {
        const slots = { protocol: request.protocol.toUpperCase(), port: request.port }
        const udp = request.protocol === 'udp' ? say('verify-udp') : null
        const family = seen.version === 6 ? say('verify-over-ipv4') : null
        return action(next('verify-port', slots, { tool, request: { ...request } }), udp, family)
      })

    const wanSentence = () => {
      const ip = seen.text
      const comparable = seen.version === 4 && isPublicAddress(ip)
      if (!routerWan) return comparable ? say('check-wan-address', { ip }) : say('wan-unseen')
      if (routerWan.version === 6) return say('wan-is-ipv6', { wan })
      if (!isPublicAddress(wan)) return say('wan-not-online', { wan })
      return comparable ? say('wan-differs', { wan, ip }) : say('wan-unseen')
    }

    const wanAction = () => ({ code: 'check-wan-address', text: wanSentence() })

    const usualActions = (): NextAction[] => {
      if (rules.length === 0 || nat === 'carrier-grade' || cannotForward) return []
      const names = router.near.map(({ name }) => name[locale]).join(', ')
      const guesses = names === '' ? null : say('brand-guesses', { names })
      return [
        ...(router.known ? [] : [action(next('find-brand', {}, toLogin), guesses)]),
        ...addressActions(),
        ...ruleActions(),
        ...verifyActions(),
        ...(nat === 'unknown' && !isOffline ? [wanAction()] : []),
      ]
    }

    const routerNotes = () => [
      ...(brand.carrierNat ? [brand.carrierNat[locale]] : []),
      ...brand.notes[locale],
      ...(brand.hairpin === 'yes' ? [] : [say('test-outside')]),
    ]

    const isRisky = !useCase.recommended || useCase.risk === 'high' || useCase.risk === 'critical'
    return {
      service: { id: useCase.id, name: service, category: useCase.category },
      protocol: protocolOf(useCase),
      ports: useCase.ports.map((port) => ({ ...port, purpose: port.purpose[locale] })),
      internalIp,
      router: {
        id: router.known ? brand.id : null,
        name: brand.name[locale],
        known: router.known,
        feature: labelIn(brand.feature, locale),
        fields: formFields(brand, locale),
        app: brand.app,
        upnp: brand.upnp,
      },
      menuPath,
      menuVariants: menuVariants(brand, locale),
      reservationPath,
      rules,
      commands: commandsFor(rules, brand.id, locale),
      verify,
      nat,
      securityNotes: [...(isRisky && saferAlternative !== null ? [saferAlternative] : []), ...useCase.security[locale]],
      saferAlternative,
      upnp: { status: useCase.upnp.status, note: useCase.upnp.note[locale] },
      notes: [...useCase.notes[locale], ...(rules.length > 0 ? routerNotes() : [])],
      nextActions: [...natActions(), ...saferActions(), ...usualActions()],
    }
  },
})
