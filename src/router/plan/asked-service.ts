import { Refusal } from '../../contract/problem.ts'
import type { Locale } from '../../contract/text.ts'
import type { ToolRequests } from '../../contract/tool-requests.gen.ts'
import { isOn, isOnRange } from '../catalogue/ports.ts'
import type { UseCase } from '../catalogue/schema.ts'
import { CUSTOM, isNeverOpened, needOf, type Service } from '../judgement/need.ts'
import { planText } from './plan.text.ts'
import { protocolOf } from './rules.ts'

type Port = UseCase['ports'][number]

/** A port as a caller names it. */
type AskedPort = NonNullable<ToolRequests['port-forward-plan']['ports']>[number]

/** Returns what to plan for a port: its service, named or likely there, and the port itself unless the plan of the service is for it anyway. */
export function planned(useCase: UseCase | null, isNamed: boolean, place: { port: number; protocol: 'tcp' | 'udp' }) {
  const on = useCase?.ports.filter((one) => isOn([one], place.port, place.protocol)) ?? []
  const hasMain = useCase?.ports.some(({ required }) => required) ?? false
  const isSpare = hasMain && on.every(({ required, forward }) => forward && !required)
  return { useCase: isNamed || on.length > 0 ? useCase : null, ports: on.length === 0 || isSpare ? [place] : [] }
}

/** Returns the same as the request of a plan. */
export function planRequestFor(...asked: Parameters<typeof planned>) {
  const { useCase, ports } = planned(...asked)
  return { ...(useCase && { useCase: useCase.id }), ...(ports.length > 0 && { ports }) }
}

/** Returns the service to plan for: a known one, perhaps on other ports, or one of the caller's own. */
export function serviceOf(useCase: UseCase | null, asked: readonly AskedPort[]): Service {
  const service = useCase ?? ownService()
  const ports = asked.length > 0 ? askedPorts(service, asked) : service.ports
  const isClosed = isNeverOpened(service) || needOf(service) === 'none'
  return { ...service, ports: isClosed ? ports.map((port) => ({ ...port, forward: false })) : ports }
}

const inBoth = (key: 'custom-service' | 'custom-purpose' | 'custom-upnp') => ({
  en: planText.say('en', key, {}),
  ko: planText.say('ko', key, {}),
})

/** Returns a service of the caller's own, of which nothing is known; what its ports are often used for is judged with the line. */
function ownService(): Service {
  return {
    id: CUSTOM,
    name: inBoth('custom-service'),
    category: CUSTOM,
    ruleName: 'port',
    aliases: [],
    ports: [],
    recommended: true,
    risk: 'medium',
    security: { en: [], ko: [] },
    saferAlternative: null,
    saferUse: null,
    upnp: { status: 'needed', note: inBoth('custom-upnp') },
    notes: { en: [], ko: [] },
    sources: [],
    confidence: 'high',
    lastVerified: '',
  }
}

function askedPorts(service: Service, asked: readonly AskedPort[]): Port[] {
  const closed = service.ports.filter(({ forward }) => !forward)
  const usual = service.id === CUSTOM ? 'tcp' : protocolOf(service)
  const wanted = new Map<string, Port>()
  for (const [index, { port, externalPort = port, protocol = usual }] of asked.entries()) {
    for (const one of protocol === 'both' ? (['tcp', 'udp'] as const) : [protocol]) {
      const key = `${externalPort}/${one}`
      const before = wanted.get(key)
      if (before && before.internal !== String(port)) throw clash(index, externalPort)
      const known = service.ports.find(({ internal, protocol: other }) => other === one && isOnRange(internal, port))
      wanted.set(key, {
        external: String(externalPort),
        internal: String(port),
        protocol: one,
        purpose: known?.purpose ?? inBoth('custom-purpose'),
        required: true,
        forward: known?.forward ?? true,
        ...(known?.web === undefined ? {} : { web: known.web }),
      })
    }
  }
  const isWanted = (port: Port) => [...wanted.values()].some((one) => one.internal === port.internal)
  return [...wanted.values(), ...closed.filter((port) => !isWanted(port))]
}

function clash(index: number, port: number): Refusal {
  const detail = (locale: Locale) => planText.say(locale, 'ports-clash', { port })
  const field = `ports.${index}.externalPort`
  return new Refusal('invalid-request', detail, { field, errors: [{ field, message: detail }] })
}
