import { sayIn } from '../../contract/text.ts'
import { alternativesText } from './alternatives.text.ts'
import { type PlanFacts, takesCommands } from './facts.ts'
import { lineText } from './line.text.ts'
import { pinholeOf } from './pinhole.ts'
import type { Rule } from './rules.ts'
import { INSTALL, MAKE_KEY, relayOf, START } from './wireguard.ts'

export const ALTERNATIVE_KINDS = ['public-address', 'ipv6', 'tunnel', 'vpn', 'relay'] as const

/** A way to the service that needs no rule, with what to run or to say. */
export interface Alternative {
  readonly kind: (typeof ALTERNATIVE_KINDS)[number]
  readonly name: string
  readonly text: string
  readonly lines: string[]
}

type Way = 'own-relay' | 'public-address' | 'ipv6' | 'playit' | 'wireguard' | 'tailscale' | 'cloudflare'

/** The ways for each kind of service, the best first. */
const GAME: readonly Way[] = ['own-relay', 'public-address', 'playit', 'wireguard', 'ipv6', 'tailscale']
const WEB: readonly Way[] = ['own-relay', 'public-address', 'cloudflare', 'wireguard', 'ipv6', 'tailscale']
/** Cloudflare's terms for its network leave video to paid services, so media go another way. */
const OTHER: readonly Way[] = ['own-relay', 'public-address', 'tailscale', 'wireguard', 'ipv6']
const CONSOLE: readonly Way[] = ['public-address', 'ipv6']
const VPN: readonly Way[] = ['own-relay', 'public-address', 'tailscale', 'ipv6', 'wireguard']
/** The ways for services that should not be open to the internet in any way. */
const PRIVATE: readonly Way[] = ['own-relay', 'tailscale']

const HAS_RELAY: ReadonlySet<string> = new Set(['relay-available', 'not-needed-with-relay'])
const NEEDS_NONE: ReadonlySet<string> = new Set(['not-needed', 'usually-not-needed'])
const SHARED: ReadonlySet<string> = new Set(['shared', 'ds-lite', 'map-e'])

/** Returns the other ways to a service where forwarding cannot work, may not work or should not be done. */
export function alternativesFor(facts: PlanFacts): Alternative[] {
  const { service, works, nat, isp, router } = facts
  if (!service.recommended && NEEDS_NONE.has(service.upnp.status)) return []
  const isShared = isp?.isp.carrierNat.usual === 'yes' || SHARED.has(isp?.isp.ipv4 ?? '') || router.brand.mobile === true
  const mayFail = works === 'no' || (works === 'unknown' && (nat === 'double-nat' || isShared))
  if (service.recommended && !mayFail) return []
  return waysFor(facts).flatMap((way) => MADE[way](facts) ?? [])
}

function waysFor({ service, wanted }: PlanFacts): readonly Way[] {
  if (!service.recommended) return PRIVATE
  if (service.category === 'game' || service.category === 'voice') return GAME
  if (service.category === 'console') return CONSOLE
  if (service.category === 'vpn') return VPN
  return service.category !== 'media' && webRule({ service, wanted }) ? WEB : OTHER
}

/** Returns the rule of a web page among the rules: one on a port of the web, or one that the catalogue calls a page. */
export function webRule({ service, wanted }: Pick<PlanFacts, 'service' | 'wanted'>): Rule | null {
  const isWeb = ({ internalPort, protocol }: Rule) =>
    protocol === 'tcp' &&
    (/^(?:80|443|8080|8443)$/.test(internalPort) ||
      service.ports.some(({ internal, web }) => internal === internalPort && web === true))
  return wanted.find(isWeb) ?? null
}

const MADE: Readonly<Record<Way, (facts: PlanFacts) => Alternative | null>> = {
  'own-relay': ({ service, locale }) =>
    HAS_RELAY.has(service.upnp.status)
      ? { kind: 'relay', name: nameOf('own-relay', locale), text: service.upnp.note[locale], lines: [] }
      : null,
  'public-address': (facts) => {
    const { obstacle, locale } = facts
    const key = obstacle === 'building' ? 'public-address-building' : 'public-address'
    const name = alternativesText.say(locale, `name.${key}`, {})
    return { kind: 'public-address', name, text: alternativesText.say(locale, key, {}), lines: [wordsForProvider(facts)] }
  },
  ipv6: (facts) => {
    const pinhole = pinholeOf(facts)
    if (!pinhole) return null
    const { name, text } = described('ipv6', facts)
    const menu = pinhole.menuPath?.join(' > ')
    const where = menu === undefined ? [] : [alternativesText.say(facts.locale, 'ipv6-menu', { menu })]
    return { kind: 'ipv6', name, text: [text, ...where].join(' '), lines: pinhole.commands.flatMap(({ lines }) => lines) }
  },
  playit: (facts) => {
    const { wanted, internalIp, locale } = facts
    if (!takesCommands(facts)) return null
    const ports = wanted.map(
      ({ protocol, internalPort }) => `${protocol.toUpperCase()} ${internalIp ?? 'localhost'}:${internalPort}`,
    )
    const text = alternativesText.say(locale, 'playit', { ports: ports.join(', ') })
    return { kind: 'relay', name: nameOf('playit', locale), text, lines: [] }
  },
  wireguard,
  tailscale,
  cloudflare: (facts) => {
    const rule = webRule(facts)
    if (!rule) return null
    const isTls = /443$|^5001$|^8920$/.test(rule.internalPort)
    const target = `${isTls ? 'https' : 'http'}://${facts.internalIp ?? 'localhost'}:${rule.internalPort}`
    const line = `cloudflared tunnel --url ${target}${isTls ? ' --no-tls-verify' : ''}`
    return { kind: 'tunnel', ...described('cloudflare', facts), lines: [line] }
  },
}

function nameOf(way: Way, locale: PlanFacts['locale']): string {
  return alternativesText.say(locale, `name.${way}`, {})
}

function described(way: 'ipv6' | 'cloudflare' | 'tailscale', { locale }: PlanFacts) {
  return { name: nameOf(way, locale), text: alternativesText.say(locale, way, {}) }
}

function wireguard({ wanted, internalIp, locale }: PlanFacts): Alternative | null {
  if (wanted.length === 0) return null
  const say = sayIn(alternativesText, locale)
  const { server, home } = relayOf(wanted, internalIp)
  const hasSsh = wanted.some(({ externalPort, protocol }) => externalPort === '22' && protocol === 'tcp')
  const end = (where: 'on-server' | 'at-home', files: readonly string[]) => [
    say(where),
    INSTALL,
    say('shows-key'),
    MAKE_KEY,
    ...files,
    START,
  ]
  return {
    kind: 'tunnel',
    name: nameOf('wireguard', locale),
    text: [say('wireguard'), ...(hasSsh ? [say('wireguard-ssh')] : [])].join(' '),
    lines: [...end('on-server', server), ...end('at-home', home)],
  }
}

const TAILSCALE_WINDOWS = ['winget install Tailscale.Tailscale', 'tailscale up']
const TAILSCALE_LINUX = ['curl -fsSL https://tailscale.com/install.sh | sh', 'sudo tailscale up']

/** Lines whose effect lasts until the machine is set up anew, not only until its next start. */
const FORWARDING = [
  "echo 'net.ipv4.ip_forward = 1' | sudo tee /etc/sysctl.d/99-tailscale.conf",
  'sudo sysctl -p /etc/sysctl.d/99-tailscale.conf',
]

/** Returns Tailscale on the device itself, or for a device that takes no programs, on a neighbour of it. */
function tailscale(facts: PlanFacts): Alternative {
  const { internalIp, platform, locale } = facts
  const kind = 'vpn'
  if (internalIp !== null && !takesCommands({ ...facts, platform: null })) {
    const text = alternativesText.say(locale, 'tailscale-neighbour', { address: internalIp })
    const route = [...FORWARDING, `sudo tailscale set --advertise-routes=${internalIp}/32`]
    return { kind, name: nameOf('tailscale', locale), text, lines: [...TAILSCALE_LINUX, ...route] }
  }
  // Remote Desktop runs on Windows only.
  const system = platform ?? (facts.service.id === 'rdp' ? 'windows' : 'linux')
  const install = system === 'windows' ? TAILSCALE_WINDOWS : system === 'linux' ? TAILSCALE_LINUX : null
  return { kind, ...described('tailscale', facts), lines: install ? [...install, 'tailscale ip -4'] : [] }
}

/** Returns the request to make of the provider, in the words of its staff where those are known; in a building, of its manager. */
export function wordsForProvider({ isp, obstacle, locale }: PlanFacts): string {
  if (obstacle === 'building') return lineText.say(locale, 'ask-words-building', {})
  const own = isp && !isp.guessed ? isp.isp.ask : null
  if (own) return own[locale]
  return lineText.say(locale, obstacle === 'ds-lite' ? 'ask-words-ds-lite' : 'ask-words', {})
}
