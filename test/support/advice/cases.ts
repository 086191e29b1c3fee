// Cases for advice, drawn at random: services, lines, providers and routers of the catalogue, and everything that a check may find on them.
import type { Case } from '../../../src/advice/case.ts'
import { NAME_STATES, type NameState } from '../../../src/advice/name-states.ts'
import { followUp } from '../../../src/contract/next-action.ts'
import type { Locale } from '../../../src/contract/text.ts'
import type { About, Where } from '../../../src/diagnostics/where/index.ts'
import type { Catalogue } from '../../../src/router/catalogue/index.ts'
import { embeddedCatalogue } from '../../../src/router/catalogue/load.ts'
import { factsOf, firewallLine, type PlanFacts, portsOf, readHints, serviceOf } from '../../../src/router/index.ts'
import { addressOf } from '../policy/rules.ts'

type Random = () => number

const catalogue = withDoubtfulBuilding(embeddedCatalogue())

/** Adds a building that need not share its line, as an operator may know one, to those of the catalogue. */
function withDoubtfulBuilding(known: Catalogue): Catalogue {
  const buildings = known.isps.filter(({ building }) => building === true)
  const doubtful = buildings.map((isp) => ({
    ...isp,
    id: 'our-building',
    aliases: [],
    carrierNat: { ...isp.carrierNat, usual: 'sometimes' as const },
  }))
  return { ...known, isps: [...known.isps, ...doubtful] }
}

const SEEN = '9.9.9.9'
const SEEN6 = '2001:db8:40::20'
const PORTS = [22, 25, 80, 443, 853, 3389, 5432, 8080, 9999, 19_132, 25_565, 51_820]
const WANS = [
  SEEN,
  '203.0.113.9',
  '149.112.112.112',
  '100.71.20.5',
  '192.0.0.2',
  '10.12.3.4',
  '10.3.2.77',
  '172.30.1.5',
  '192.168.1.64',
  '192.168.0.2',
  '192.168.55.7',
  '169.254.3.3',
  '0.0.0.0',
  '2001:db8::9',
]
const DEVICES = ['192.168.0.10', '192.168.1.20', '192.168.55.8', '10.3.2.80', '172.17.0.2', '192.168.0.1', '192.168.219.104']
const ENDS: readonly Where['verdict'][] = [
  ...(['refused-by-device', 'silent-device', 'no-device', 'wrong-address', 'refused-at-address', 'silent-at-address'] as const),
  ...(['router-reached', 'cannot-tell', 'refused-on-the-way', 'stopped-before'] as const),
]
const REASONS = ['connection-refused', 'port-unreachable', 'administratively-prohibited', 'host-unreachable', null]
const FAULTS = ['router', 'other', 'stranger', 'protocol', 'silent', 'error', 'untrusted'] as const

/** A case in words of the request, which tell it to whoever has to mend it, and the same in each language. */
export interface Drawn {
  readonly told: object
  readonly facts: (locale: Locale) => PlanFacts
  readonly in: (locale: Locale) => Case
}

/** Returns a case of any kind. */
export function drawCase(random: Random): Drawn {
  const pick = <T>(of: readonly T[]): T => {
    const one = of[Math.floor(random() * of.length)]
    if (one === undefined) throw new Error('nothing to pick from')
    return one
  }
  const perhaps = <T>(often: number, make: () => T): T | null => (random() < often ? make() : null)
  const subject = drawSubject(pick, perhaps)
  const { protocol, port, seen } = subject
  const state = pick(['nobody', 'failed', 'open', 'shut', 'shut', 'shut', 'silent'] as const)
  const where = state === 'shut' || state === 'silent' ? perhaps(0.7, () => drawEnd(pick, seen.version)) : null
  const fault = state === 'open' ? perhaps(0.5, () => pick(FAULTS)) : null
  // A certificate is compared with a name.
  const name = perhaps(fault === 'untrusted' ? 1 : 0.4, () => drawName(pick, perhaps))
  const found = {
    port: state,
    reason: state === 'failed' ? pick(['rate-limited', 'network-unreachable', 'out-of-time']) : null,
    isRefused: state === 'shut' && random() < 0.5,
    isProven: state === 'open' && random() < 0.2,
    fault,
    heardOn: state === 'silent' && protocol === 'udp' ? perhaps(0.3, () => pick(PORTS)) : null,
    isThroughProxy: random() < 0.03,
    ...perhaps(0.03, () => ({ keptOut: 'Frankfurt' })),
  }
  const request = { useCase: 'minecraft-java' }
  const isOnWay = random() < 0.9
  // A name alone may be asked about.
  const isAsked = state !== 'nobody' || name === null || random() < 0.5
  return {
    told: { ...subject.told, version: seen.version, asked: { port, protocol }, where, name, ...found },
    facts: subject.facts,
    in: (locale) => {
      const facts = subject.facts(locale)
      return {
        facts,
        version: seen.version,
        ip: seen.text,
        asked: isAsked ? { port, protocol } : null,
        ...found,
        about: where && aboutIn(facts, { where, port, protocol, ip: seen.text, version: seen.version }),
        name: name && { ...name, type: seen.version === 4 ? 'A' : 'AAAA' },
        place: state === 'open' ? `${seen.text}:${port}` : null,
        requests: isOnWay
          ? {
              again: followUp('reachability', request),
              plan: followUp('port-forward-plan', request),
              login: followUp('router-login-route', {}),
              ...(name && { name: followUp('ddns-match', { hostname: name.ascii }) }),
              certificate: followUp('ssl-check', { host: seen.text }),
            }
          : {},
      }
    },
  }
}

type Choose = <T>(of: readonly T[]) => T
type Perhaps = <T>(often: number, make: () => T) => T | null

/** Draws a service, the line in front of it, and the port that is asked for. */
function drawSubject(pick: Choose, perhaps: Perhaps) {
  const { useCases, isps, brands, platforms } = catalogue
  const useCase = perhaps(0.7, () => pick(useCases))
  const [own] = useCase?.ports ?? []
  const port = own ? portsOf(own.external).first : pick(PORTS)
  const protocol = own?.protocol ?? pick(['tcp', 'udp'] as const)
  const seen = addressOf(perhaps(0.25, () => SEEN6) ?? SEEN)
  const hints = without({
    routerBrand: perhaps(0.5, () => perhaps(0.9, () => pick(brands).id) ?? pick(['Phantasiegerät', 'asuz', 'spectrum'])),
    isp: perhaps(0.5, () => pick(perhaps(0.1, () => isps.filter(({ building }) => building === true)) ?? isps).id),
    routerWanIp: perhaps(0.6, () => pick(WANS)),
    internalIp: perhaps(0.5, () => pick(DEVICES)),
    platform: perhaps(0.3, () => pick(platforms).id),
  })
  const asn = perhaps(0.2, () => pick(isps.flatMap(({ asns = [] }) => asns)))
  const externalPort = perhaps(0.1, () => pick(PORTS)) ?? port
  const isUsual = useCase !== null && externalPort === port && (own !== undefined || perhaps(0.5, () => true) !== null)
  const service = serviceOf(useCase, isUsual ? [] : [{ port, externalPort, protocol }])
  const asked = { ...readHints(hints, catalogue, asn), service }
  const facts = (locale: Locale) => factsOf(asked, catalogue, seen, locale)
  return { told: { useCase: useCase?.id, ...hints, asn }, port, protocol, seen, facts }
}

function drawEnd(pick: Choose, version: 4 | 6): Where {
  const verdict = pick(ENDS)
  const isBehind = ['refused-by-device', 'silent-device', 'no-device', 'wrong-address'].includes(verdict)
  return {
    verdict,
    forwardingRule: version === 4 && isBehind ? 'proven' : pick(['proven', 'not-seen', null]),
    allPorts: pick([true, false, null]),
    distance: 9,
    forwarders: pick([null, 1, 2]),
    answeredAt: null,
    stoppedAfter: null,
    evidence: [{ hopLimit: 10, from: 'target', reason: pick(REASONS) }],
    packets: 12,
  }
}

function aboutIn(facts: PlanFacts, sight: Pick<About, 'where' | 'port' | 'protocol' | 'ip' | 'version'>): About {
  const { service, platform, locale } = facts
  const { port, protocol } = sight
  return {
    ...sight,
    service: service.name[locale],
    firewall: firewallLine({ service, platform, port, protocol }, locale),
    locale,
  }
}

function drawName(pick: Choose, perhaps: Perhaps) {
  const ascii = pick(['home.example.com', 'mine.iptime.org', 'mine.duckdns.org', 'mine.myfritz.net'])
  const state = perhaps(0.3, () => 'here' as const) ?? pick(Object.keys(NAME_STATES) as NameState[])
  return { state, ascii, hostname: ascii, values: '203.0.113.99' }
}

type Given<T> = { [Field in keyof T]?: NonNullable<T[Field]> }

function without<T extends object>(fields: T): Given<T> {
  // A seam: what is null was left out.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Given<T>
}

/** The hints of a request, and the service by the id in the catalogue; without one, a service of one's own on a port. */
interface Asked {
  readonly useCase?: string
  readonly port?: number
  readonly protocol?: 'tcp' | 'udp'
  readonly hints?: Parameters<typeof readHints>[0]
  readonly version?: 4 | 6
  readonly locale?: Locale
}

/** Returns the case of somebody who asks about a service, of which nothing was found besides what is named. */
export function caseOf(
  { useCase: id, hints = {}, version = 4, locale = 'en', ...asked }: Asked,
  found: Partial<Case> = {},
): Case {
  const useCase = catalogue.useCases.find((one) => one.id === id) ?? null
  const [own] = useCase?.ports ?? []
  const port = asked.port ?? (own ? portsOf(own.external).first : 9999)
  const protocol = asked.protocol ?? own?.protocol ?? 'tcp'
  const seen = addressOf(version === 6 ? SEEN6 : SEEN)
  const service = serviceOf(useCase, asked.port === undefined && useCase !== null ? [] : [{ port, protocol }])
  const facts = factsOf({ ...readHints(hints, catalogue, null), service }, catalogue, seen, locale)
  return { facts, version, ip: seen.text, asked: { port, protocol }, port: 'nobody', requests: {}, ...found }
}

/** Returns where packets to the port of a case ended. */
export function aboutOf({ facts, asked, version }: Case, where: Partial<Where> & Pick<Where, 'verdict'>): About {
  const { port = 0, protocol = 'tcp' } = asked ?? {}
  const whole = {
    forwardingRule: null,
    allPorts: null,
    distance: 9,
    forwarders: null,
    answeredAt: null,
    stoppedAfter: null,
    evidence: [],
    packets: 12,
    ...where,
  }
  return aboutIn(facts, { where: whole, port, protocol, ip: SEEN, version })
}
