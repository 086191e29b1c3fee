import type { Locale } from '../../contract/text.ts'
import type { Address } from '../../policy/address.ts'
import { isPublicAddress } from '../../policy/admit.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { labelIn, menuIn, pathIn } from '../catalogue/labels.ts'
import { portsOf } from '../catalogue/ports.ts'
import type { Brand, Localized } from '../catalogue/schema.ts'
import { blockOf, connectTo } from '../judgement/connect.ts'
import { judgementOf, type Service } from '../judgement/judgement.ts'
import { alternativesFor } from './alternatives.ts'
import { undoText } from './commands.text.ts'
import { type Command, commandName, commandsFor, isOfFirewall, kindsFor, pinholeOf, pinholeUndo, undoLines } from './commands.ts'
import { doubtOf, hasNoRouter, isFixed, isInside, isToCompare, type PlanFacts, type PlanRequest } from './facts.ts'
import type { Plan } from './fields.ts'
import { listeningOf } from './listening.ts'
import { planText } from './plan.text.ts'
import {
  ADDRESS_PLACEHOLDER,
  checksOf,
  choiceOf,
  type FormRule,
  formRulesOf,
  PORT_PLACEHOLDER,
  protocolOf,
  rulesOf,
} from './rules.ts'

/** Returns what to enter in which router. `seen` is the address of the requester; null if a proxy names none. */
export function planOf(asked: PlanRequest, known: Catalogue, seen: Address | null, locale: Locale): Plan {
  return planFrom(factsOf(asked, known, seen, locale))
}

export function planFrom(facts: PlanFacts): Plan {
  const { service, rules, checks, nat, works, locale } = facts
  const kinds = kindsFor(facts).filter((kind) => !facts.choosesPort || isOfFirewall(kind))
  const commands = commandsFor(rules, kinds, locale, isInside(facts))
  return {
    ...serviceFields(facts),
    ...routerFields(facts),
    internalIp: facts.internalIp,
    rules: ruleFields(facts),
    commands,
    undo: undoOf(facts, commands),
    ipv6: pinholeOf(facts),
    alternatives: alternativesFor(facts),
    friendsConnectTo: facts.friendsConnectTo,
    listening: listeningOf(facts),
    verify: checks.map((request) => ({ tool: 'port-check' as const, request })),
    nat,
    forwardingWorks: works,
    notes: [...service.notes[locale], ...(rules.length > 0 ? routerNotes(facts) : [])],
    notUnderstood: [...facts.notUnderstood],
  }
}

/** Returns everything that the request, the catalogue and the line tell of a service. `seen` is the address of the requester; null if a proxy names none. */
export function factsOf(asked: PlanRequest, known: Catalogue, seen: Address | null, locale: Locale): PlanFacts {
  const { line, ...judgement } = judgementOf(asked, known, seen)
  const { service, router, routerWan, internalIp } = asked
  const doubt = internalIp === null ? null : doubtOf(internalIp, router.brand, routerWan, known)
  // A rule never leads to the router itself.
  const device = doubt?.because === 'router' ? null : internalIp
  const wanted = rulesOf(service, device, router.brand.nameMax ?? null)
  const isConsole = service.category === 'console'
  // A caller who names ports has chosen; behind another router, that one has the ports of the line.
  const isUsual = known.useCases.some(({ ports }) => ports === service.ports)
  const choosesPort = line.sharesPorts && isUsual && line.nat !== 'double-nat'
  const isWithout = line.works === 'no' || (choosesPort && isFixed({ service, wanted }))
  const rules = isWithout ? [] : choosesPort ? wanted.map((rule) => ({ ...rule, externalPort: PORT_PLACEHOLDER })) : wanted
  // A console listens only while a game runs, so a check of its ports would mislead.
  const checks = isConsole || choosesPort ? [] : checksOf(rules, service.identity?.port)
  const facts = { ...asked, ...judgement, ...line, known, seen, doubt, wanted, choosesPort, rules, checks, locale }
  return { ...facts, friendsConnectTo: connectPlace(facts) }
}

/** Returns what others type: the public IPv4 address, with the port where their program needs it. `unknown` stands for an address that is not known. */
export function connectPlace(facts: Omit<PlanFacts, 'friendsConnectTo'>, unknown: string | null = null): string | null {
  const { service, rules, checks, routerWan, seen, known, differs, locale } = facts
  const host = [routerWan, seen].find((one) => one?.version === 4 && isPublicAddress(one.text))?.text ?? unknown
  const [first] = checks.length === 0 ? [] : checksOf(rules)
  // Two public addresses that differ: nobody knows yet which of them others reach.
  if (host === null || !first || differs || rules.length === 0 || hasNoRouter(facts)) return null
  // The usual ports are those of the catalogue, whatever ports the caller named.
  const ports = known.useCases.find(({ id }) => id === service.id)?.ports ?? service.ports
  return connectTo({ ...service, ports }, { host, externalPort: first.port, protocol: first.protocol }, locale)
}

/** Returns what to mind before a risky service is opened. */
export function cautionOf({ risk, security }: Service): Localized | undefined {
  const [en, ko] = [security.en[0], security.ko[0]]
  return RISKY.includes(risk) && en !== undefined && ko !== undefined ? { en, ko } : undefined
}

/** The risks of which everybody is told who opens a service; what to mind of others is among the notes. */
const RISKY: readonly Service['risk'][] = ['high', 'critical']

function serviceFields({ service, locale }: PlanFacts) {
  return {
    service: { id: service.id, name: service.name[locale], category: service.category },
    protocol: protocolOf(service),
    ports: service.ports.map(({ web: _, tls: __, ask: ___, ...port }) => ({ ...port, purpose: port.purpose[locale] })),
    securityNotes: [...service.security[locale]],
    caution: cautionOf(service)?.[locale] ?? null,
    saferAlternative: service.saferAlternative?.[locale] ?? null,
    upnp: { status: service.upnp.status, note: service.upnp.note[locale] },
  }
}

/** Returns the fields about the router and its provider. Where no rule can work, there is no menu to open. */
function routerFields({ router, isp, works, locale }: PlanFacts) {
  const { brand, known } = router
  const isNamed = known || router.name !== brand.name
  return {
    router: {
      id: known ? brand.id : null,
      name: isNamed ? router.name[locale] : planText.say(locale, 'any-router', {}),
      known: router.hasMenu,
      guessed: router.guessed,
      feature: labelIn(brand.feature, locale),
      fields: {
        name: labelOf(brand, 'name', locale),
        externalPort: labelOf(brand, 'externalPort', locale),
        internalPort: labelOf(brand, 'internalPort', locale),
        internalIp: labelOf(brand, 'internalIp', locale),
        protocol: labelOf(brand, 'protocol', locale),
      },
      finish: works === 'no' ? null : (brand.finish?.[locale] ?? null),
      app: brand.app,
      upnp: brand.upnp,
    },
    isp: isp && { id: isp.isp.id, name: isp.isp.name[locale], guessed: isp.guessed },
    menuPath: works === 'no' ? [] : menuIn(brand.menu, locale),
    menuVariants:
      works === 'no' ? [] : brand.variants.map(({ when, menu }) => ({ when: when[locale], menuPath: menuIn(menu, locale) })),
    reservationPath: brand.reservation && menuIn(brand.reservation, locale),
  }
}

function ruleFields({ rules, wanted, choosesPort, router: { brand }, service, doubt, locale }: PlanFacts) {
  // An address that the router cannot reach is not one to type.
  const typed = isInside({ doubt }) ? { internalIp: ADDRESS_PLACEHOLDER } : {}
  // The names are those of the usual ports.
  return formRulesOf(rules.length === 0 ? [] : wanted, brand, service)
    .map((rule) => (choosesPort ? { ...rule, externalPort: PORT_PLACEHOLDER } : rule))
    .map((rule) => ({ ...rule, form: formOf({ ...rule, ...typed }, brand, locale) }))
}

function undoOf({ rules, router, locale }: PlanFacts, commands: readonly Command[]): Plan['undo'] {
  if (rules.length === 0) return []
  const menu = pathIn(router.brand.menu, locale)
  return [
    { text: undoText.say(locale, 'menu', { menu }), lines: [] },
    ...commands.map(({ kind, where }) => ({
      text: undoText.say(locale, where, { kind: commandName(kind, locale) }),
      lines: undoLines(kind, rules),
    })),
    ...commands.flatMap(({ kind }) => {
      const lines = pinholeUndo(kind, rules)
      return lines.length === 0 ? [] : [{ text: undoText.say(locale, 'pinhole', { kind: commandName(kind, locale) }), lines }]
    }),
  ]
}

function routerNotes(facts: PlanFacts): string[] {
  const { router, isp, rules, nat, locale } = facts
  const { brand } = router
  const outside = brand.hairpin === 'yes' ? [] : [planText.say(locale, 'test-outside', {})]
  const restart = router.known && brand.reboot === 'maybe' ? [planText.say(locale, 'restart-possible', {})] : []
  // A guessed provider's box may not be there at all.
  const isItsBox = isp !== null && router.known && brand.id === isp.isp.equipment
  // A router of one's own that has the public address has left behind what the provider's box is about.
  const isOwn = router.known && !isItsBox && nat === 'none'
  const isTold = isp !== null && !isOwn && (!isp.guessed || isItsBox || nat === 'double-nat' || nat === 'carrier-grade')
  const named = (note: string) => `${isp?.isp.name[locale]}: ${note}`
  const tips = isTold ? isp.isp.tips[locale].map(named) : []
  const blocks = rules.flatMap(({ externalPort, protocol }) => {
    const block = blockOf(isp?.isp ?? null, portsOf(externalPort).first, protocol)
    return block?.certainty === 'sometimes' ? [named(block.note[locale])] : []
  })
  const wan = isToCompare(facts) ? [planText.say(locale, 'wan-without-login', {})] : []
  const carrier = brand.carrierNat ? [brand.carrierNat[locale]] : []
  return [...new Set([...carrier, ...brand.notes[locale], ...tips, ...blocks, ...restart, ...outside, ...wan])]
}

const FORM_FIELDS = ['name', 'externalPort', 'internalPort', 'internalIp', 'protocol'] as const
type OwnField = keyof Brand['fields']

/** Returns the label of a field; if it is not known, general words in the language of the other words on the screen. */
function labelOf({ fields, menu: { screen } }: Brand, field: OwnField, locale: Locale): string {
  return labelIn(fields[field] ?? { screen, en: planText.say('en', field, {}), ko: planText.say('ko', field, {}) }, locale)
}

/** Returns a rule as the router's form asks for it: its own fields in its own order, or all that a form may ask if they are not known. */
function formOf(rule: FormRule, brand: Brand, locale: Locale): { label: string; value: string }[] {
  const own = ownFields(brand)
  const isComplete = own.includes('externalPort') && own.includes('internalIp')
  const shown = isComplete ? own : FORM_FIELDS
  return shown.map((field) => ({ label: labelOf(brand, field, locale), value: inForm(rule, field, brand, locale) }))
}

const OWN_FIELDS = [...FORM_FIELDS, 'externalPortEnd', 'internalPortEnd'] as const satisfies readonly OwnField[]

function ownFields({ fields }: Brand): OwnField[] {
  const order = Object.keys(fields)
  return OWN_FIELDS.filter((field) => fields[field] !== undefined).toSorted(
    (one, other) => order.indexOf(one) - order.indexOf(other),
  )
}

function inForm(rule: FormRule, field: OwnField, brand: Brand, locale: Locale): string {
  const { externalPortEnd, internalPortEnd } = brand.fields
  if (rule.externalPort === PORT_PLACEHOLDER && field.startsWith('externalPort')) return planText.say(locale, 'choose-port', {})
  const [external, internal] = [portsOf(rule.externalPort), portsOf(rule.internalPort)]
  switch (field) {
    case 'name':
      return rule.name
    case 'externalPort':
      return externalPortEnd ? `${external.first}` : rule.externalPort
    case 'externalPortEnd':
      return `${external.last}`
    case 'internalPort':
      // A form that splits the range outside asks for the first port inside.
      return externalPortEnd || internalPortEnd ? `${internal.first}` : rule.internalPort
    case 'internalPortEnd':
      return `${internal.last}`
    case 'internalIp':
      if (brand.picksDevice !== true) return rule.internalIp
      if (rule.internalIp === ADDRESS_PLACEHOLDER) return planText.say(locale, 'choose-device', {})
      return planText.say(locale, 'choose-device-at', { address: rule.internalIp })
    case 'protocol':
      return choiceOf(rule.protocol, brand.protocolChoices) ?? rule.protocol.toUpperCase()
  }
}
