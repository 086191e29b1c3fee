import { listed } from '../contract/text.ts'
import { addressesIn } from '../router/catalogue/gateway-owners.ts'
import { isOn, isOnRange, neededOf } from '../router/catalogue/ports.ts'
import {
  alternativesFor,
  connectTo,
  functionOfRouter,
  isCompany,
  namedProvider,
  otherPort,
  type PlanFacts,
  pathIn,
  wordsForProvider,
} from '../router/index.ts'
import { pageOf } from '../router/login/boxes.ts'
import { mergedOf } from '../router/plan/rules.ts'
import { sayPorts } from '../router/plan/words.ts'
import { type Case, NO_LINES } from './case.ts'
import { openingOf } from './opening.ts'
import { wordsText } from './words.text.ts'

/** The particulars that sentences of steps may have. One that is not known is said in general words, or is empty. */
export type StepSlots = ReturnType<typeof slotsOf>

export function slotsOf(one: Case) {
  const { facts, asked, name, about = null, reason, heardOn, place, here } = one
  const { internalIp, routerWan, locale } = facts
  const { port = 0, protocol = 'tcp' } = asked ?? {}
  const say = (key: 'ip.unknown' | 'device.unknown' | 'device.here' | 'program.unknown' | 'wan.yours') =>
    wordsText.say(locale, key, {})
  return {
    port,
    protocol: protocol.toUpperCase(),
    example: otherPort(port),
    query: heardOn ?? 0,
    ip: one.ip ?? say('ip.unknown'),
    address: one.ip ?? '',
    version: one.version,
    wan: routerWan?.text ?? say('wan.yours'),
    device: here ? (here.device ?? say('device.here')) : (internalIp ?? say('device.unknown')),
    service: serviceIn(one),
    opening: allPorts(one),
    relay: facts.service.upnp.note[locale],
    knownBy: knownByIn(one),
    elsewhere: elsewhereFor(one),
    danger: facts.dangers[0]?.port ?? port,
    safer: saferIn(facts),
    ...natIn(facts),
    provider: providerIn(facts),
    habit: habitIn(facts),
    words: wordsForProvider(facts),
    names: waysIn(facts),
    ...routerIn(facts, here?.router ?? null),
    firewall: here?.firewall?.line ?? about?.firewall ?? '',
    program: here?.program ?? say('program.unknown'),
    external: here?.external ?? port,
    ...(here?.lines ?? NO_LINES),
    hostname: name?.hostname ?? '',
    type: name?.type ?? 'A',
    values: name?.values ?? '',
    other: name?.type === 'AAAA' ? 'A' : 'AAAA',
    keptOut: one.keptOut ?? '',
    reason: reason ?? '',
    place: place ?? '',
  }
}

function serviceIn(one: Case): string {
  const { service, dangers, locale } = one.facts
  if (service.ports.length > 0 && service.id !== 'custom') return service.name[locale]
  if (dangers[0]?.service) return dangers[0].service.name[locale]
  if (!one.asked) return wordsText.say(locale, 'service.unknown', {})
  const { protocol, port } = one.asked
  return wordsText.say(locale, 'service.port', { protocol: protocol.toUpperCase(), port })
}

function waysIn(facts: PlanFacts): string {
  const { id, ports } = facts.service
  if (id === 'custom' && ports.length === 0) return wordsText.say(facts.locale, 'ways.unknown', {})
  const { status, note } = facts.service.upnp
  // A relay of its own is the first step already.
  const isFirst = (text: string) => status === 'not-needed-with-relay' && text === note[facts.locale]
  const ways = alternativesFor(facts).filter(({ kind, text }) => kind !== 'public-address' && !isFirst(text))
  const names = ways.map(({ name }) => name)
  return listed(names, facts.locale, 'or')
}

/** Returns how one knows that a port over UDP works: what the service, or the one that usually has the port, shows itself. */
function knownByIn({ asked, facts: { service, known, locale } }: Case): string {
  const isUsual = ({ ports }: typeof service) => asked !== null && isOn(ports, asked.port, asked.protocol)
  const usual = service.id === 'custom' ? known.useCases.find((one) => one.knownBy && isUsual(one)) : undefined
  return (service.knownBy ?? usual?.knownBy)?.[locale] ?? wordsText.say(locale, 'known-by.program', {})
}

function elsewhereFor({ facts: { service, locale }, ip, asked }: Case): string {
  const { port = 0, protocol = 'tcp' } = asked ?? {}
  const place = { host: ip ?? 'ADDRESS', externalPort: otherPort(port), protocol }
  return connectTo(service, place, locale) ?? `${place.host}:${place.externalPort}`
}

function allPorts(one: Case): string {
  const { facts, asked } = one
  if (asked === null) return wordsText.say(facts.locale, 'port.unknown', {})
  const needed = mergedOf(neededOf(facts.wanted))
  const isNeeded = needed.some(({ externalPort }) => isOnRange(externalPort, asked.port))
  const [externalPort, internalPort] = [String(asked.port), String(asked.port)]
  return sayPorts(isNeeded ? needed : [{ ...asked, externalPort, internalPort }], 'externalPort', facts.locale)
}

/** Returns the safer way to a service: that of the catalogue, of the service that usually has the port, otherwise a VPN; and the router's own. */
function saferIn(facts: PlanFacts): string {
  const { service, dangers, locale } = facts
  const safer = [service, dangers[0]?.service].find((one) => one?.saferAlternative)
  const text = safer?.saferAlternative?.[locale] ?? wordsText.say(locale, 'safer.vpn', {})
  const isVpn = safer === undefined || safer?.saferIsVpn === true
  const isShared = (facts.isUsuallyShared || facts.obstacle !== null) && isVpn
  return [text, functionOfRouter(facts) ?? [], isShared ? wordsText.say(locale, 'safer.shared', {}) : []].flat().join(' ')
}

/** Returns what a console, or a game, calls the kinds of NAT: the one that is enough, and the one that is not. */
export function natIn({ service: { natTypes }, locale }: PlanFacts) {
  const { enough, strict } = natTypes ?? {}
  const say = (key: 'nat.enough' | 'nat.strict') => wordsText.say(locale, key, {})
  return { enough: enough?.[locale] ?? say('nat.enough'), strict: strict?.[locale] ?? say('nat.strict') }
}

function providerIn({ isp, locale }: PlanFacts): string {
  if (!isp || !isCompany(isp.isp)) return wordsText.say(locale, 'provider.unknown', {})
  const { name, support } = isp.isp
  return support === null ? name[locale] : wordsText.say(locale, 'provider.number', { provider: name[locale], number: support })
}

/** Returns why the address is to be compared: some lines of the provider are shared, or nothing is known of it. Empty for others. */
function habitIn({ isp, notUnderstood, locale }: PlanFacts): string {
  const { usual, note } = namedProvider(isp)?.carrierNat ?? {}
  const unlisted = notUnderstood.includes('isp') ? wordsText.say(locale, 'provider.unlisted', {}) : null
  const said = usual === 'sometimes' ? note?.[locale] : unlisted
  return said ? ` ${said}` : ''
}

function routerIn(facts: PlanFacts, address: string | null) {
  const { router, upstream, routerWan, nat, known, locale } = facts
  const { menu, wanPage, upnpPage, upnp } = router.brand
  const within = (path: typeof menu | null | undefined) =>
    path ? wordsText.say(locale, 'menu.in', { menu: pathIn(path, locale) }) : ''
  const [usual] = upstream === null && nat === 'double-nat' && routerWan ? addressesIn(routerWan.text, known) : []
  // The own router has the address, too.
  const isOwn = usual !== undefined && router.brand.gateways.includes(usual)
  const page = upstream
    ? pageOf(upstream.gateway, upstream.brand)
    : usual && !isOwn && wordsText.say(locale, 'box.usual', { url: pageOf(usual, null) })
  const box = [upstream?.brand?.name[locale], page].filter((part) => part).join(', ')
  return {
    menu: router.hasMenu ? within(menu) : '',
    wanMenu: wanPage ? pathIn(wanPage, locale) : wordsText.say(locale, 'wan.unknown', {}),
    at: openingIn(facts, address),
    upnp: within(upnpPage) || (upnp === 'on' && router.known ? wordsText.say(locale, 'upnp.on', {}) : ''),
    outer: box === '' ? '' : wordsText.say(locale, 'box.in', { box }),
    bridge: bridgeIn(facts),
  }
}

function openingIn(facts: PlanFacts, address: string | null): string {
  const opening = openingOf(facts)
  const { brand } = facts.router
  // The way through an app may begin with it.
  const app =
    opening?.app && !brand.wanPage?.[facts.locale][0]?.includes(opening.app)
      ? wordsText.say(facts.locale, 'app.named', { app: opening.app })
      : null
  const page = address === null ? opening?.url : pageOf(address, brand)
  const parts = [app ?? page, brand.login.with?.[facts.locale]].filter((part) => part)
  return parts.length === 0 ? '' : wordsText.say(facts.locale, 'box.in', { box: parts.join(', ') })
}

/** Returns how the box in front is put in bridge mode: the sentence of its provider, otherwise with the name of the mode if known. */
function bridgeIn({ upstream, known, isp, locale }: PlanFacts): string {
  const box = upstream?.brand ?? null
  const owners = known.isps.filter(({ equipment }) => box !== null && equipment === box.id)
  const owner = owners.find(({ id }) => id === isp?.isp.id) ?? owners[0]
  const mode = box?.bridgeMode
    ? wordsText.say(locale, 'bridge.mode', { mode: wordsText.say(locale, 'box.in', { box: box.bridgeMode[locale] }) })
    : wordsText.say(locale, 'bridge.perhaps', {})
  const modem = owner?.country === 'KR' ? wordsText.say(locale, 'bridge.modem', {}) : null
  const said = [owner?.bridge?.[locale] ?? mode, modem].filter((one) => one !== null)
  return said.map((sentence) => ` ${sentence}`).join('')
}
