import { Refusal } from '../../contract/problem.ts'
import type { Locale } from '../../contract/text.ts'
import type { ToolRequests } from '../../contract/tool-requests.gen.ts'
import { readAddress } from '../../policy/admit.ts'
import { inSame24, soleBrandAt } from '../catalogue/gateway-owners.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { entriesOfModel, modelPatternsOf, wordsOf } from '../catalogue/names.ts'
import { isOn, isOnRange } from '../catalogue/ports.ts'
import type { Brand, UseCase } from '../catalogue/schema.ts'
import { CUSTOM, isNeverOpened, needOf, type Service } from '../judgement/judgement.ts'
import { readPlatform } from '../platform.ts'
import { findProvider } from '../providers.ts'
import { boxOf, type Hints, type PlanRequest, suppliedBox } from './facts.ts'
import { planText } from './plan.text.ts'
import { protocolOf } from './rules.ts'
import { type FoundBrand, findBrand, findUseCase, readInternalIp } from './subjects.ts'

/** The request of a caller. */
export type PlanBody = ToolRequests['port-forward-plan']

/** Understands a request; `asn` is the network of the requester. Throws a refusal if the service or an address cannot be read. */
export function readPlanRequest(body: PlanBody, known: Catalogue, asn: number | null): PlanRequest {
  const { useCase, ports = [] } = body
  if (useCase === undefined && ports.length === 0) throw nothingAsked()
  const named = useCase === undefined ? null : findUseCase(known, useCase)
  return { service: serviceOf(named, ports), ...readHints(body, known, asn) }
}

/** Reads everything besides the service. Throws `invalid-target` if an address cannot be read. */
export function readHints(body: Omit<PlanBody, 'useCase' | 'ports'>, known: Catalogue, asn: number | null): Hints {
  const { internalIp, routerWanIp } = body
  const device = internalIp === undefined ? null : readInternalIp(internalIp)
  const found = findBrand(known, body.routerBrand)
  const isp = findProvider(known, { text: body.isp, ofRouter: found.provider, asn })
  const brand = ofGeneration(found.brand, body.routerBrand)
  const routerWan = routerWanIp === undefined ? null : readAddress('routerWanIp', routerWanIp)
  const named = { ...found, brand, isModel: brand !== found.brand }
  const box = device === null ? null : boxByDevice(device, found, { routerWan, isp, known })
  const router = box
    ? { ...findBrand(known, box.id), named: found.named, guessed: true, ...(found.named && { instead: found.name }) }
    : named
  const system = readPlatform(isGiven(body.platform) ? body.platform : undefined, known.platforms)
  return {
    router,
    isp,
    platform: system.isUnderstood ? system.platform : null,
    internalIp: device,
    routerWan,
    notUnderstood: [
      ...(router.named && !router.known && !router.provider ? ['routerBrand'] : []),
      ...(isGiven(body.isp) && !findProvider(known, { text: body.isp, ofRouter: null, asn: null }) ? ['isp'] : []),
      ...(system.isUnderstood ? [] : ['platform']),
    ],
  }
}

/** Returns the router that the address of the device names, where the caller names none (the box of a provider that is named comes first), or one that gives out no such address and whose own is not known. */
function boxByDevice(
  device: string,
  { named, brand }: FoundBrand,
  { routerWan, isp, known }: Pick<Hints, 'routerWan' | 'isp'> & { readonly known: Catalogue },
): Brand | null {
  const own = suppliedBox({ isp, known })
  if (!named && own?.gateways.some((one) => inSame24(one, device))) return own
  if (!named) return soleBrandAt(device, known, isp?.isp ?? null)
  return routerWan === null ? boxOf(device, brand, known, isp?.isp ?? null) : null
}

function isGiven(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== ''
}

function nothingAsked(): Refusal {
  const detail = (locale: 'en' | 'ko') => planText.say(locale, 'nothing-asked', {})
  return new Refusal('invalid-request', detail, { field: 'useCase', errors: [{ field: 'useCase', message: detail }] })
}

/** Returns a brand with the menu, and its name, of the generation that a text names by its model, if the catalogue knows one; otherwise unchanged. */
function ofGeneration(brand: Brand, text: string | undefined): Brand {
  const variants = brand.variants.flatMap((variant) =>
    variant.models ? [{ variant, models: variant.models.flatMap(tails) }] : [],
  )
  if (text === undefined || variants.length === 0) return brand
  const patterns = modelPatternsOf(variants)
  const [named] = tails(wordsOf(text)).flatMap((tail) => entriesOfModel(patterns, tail))
  if (!named) return brand
  const usual = {
    when: { en: planText.say('en', 'other-models', {}), ko: planText.say('ko', 'other-models', {}) },
    menu: brand.menu,
  }
  const { menu, feature = brand.feature } = named.variant
  return { ...brand, menu, feature, variants: [usual, ...brand.variants.filter((one) => one !== named.variant)] }
}

/** Returns a name and those of its ends that have a digit: "TP-Link Archer AX55", "Archer AX55", "AX55". */
function tails(name: string): string[] {
  const words = name.split(' ')
  return words.map((_, index) => words.slice(index).join(' ')).filter((tail, index) => index === 0 || /[\d#]/.test(tail))
}

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
