import { listed, sayIn } from '../../contract/text.ts'
import { needsNoRule } from '../judgement/need.ts'
import { alternativesText } from './alternatives.text.ts'
import { unshifted } from './commands.ts'
import { isOfBuilding, type PlanFacts, takesCommands } from './facts.ts'
import type { Plan } from './fields.ts'
import { functionOfRouter, servesOf } from './own-function.ts'
import { pinholeOf } from './pinhole.ts'
import { neededOf, type Rule } from './rules.ts'
import { wordsForProvider } from './words.ts'

const WINDOWS = ['winget install Tailscale.Tailscale', 'tailscale up']
export const INSTALL_ON_LINUX = 'curl -fsSL https://tailscale.com/install.sh | sh'
const LINUX = [INSTALL_ON_LINUX, 'sudo tailscale up']

/** Lines whose effect lasts until the machine is set up anew, not only until its next start. */
const FORWARDING = [
  "echo 'net.ipv4.ip_forward = 1' | sudo tee /etc/sysctl.d/99-tailscale.conf",
  'sudo sysctl -p /etc/sysctl.d/99-tailscale.conf',
]

function tailscale(facts: PlanFacts): { text: string; lines: string[] } {
  const { internalIp, platform, service, locale } = facts
  if (service.id === 'wake-on-lan') return { text: alternativesText.say(locale, 'tailscale-awake', {}), lines: LINUX }
  if (internalIp !== null && !takesCommands({ ...facts, platform: null })) {
    const text = alternativesText.say(locale, 'tailscale-neighbour', { address: internalIp })
    return { text, lines: [...LINUX, ...FORWARDING, `sudo tailscale set --advertise-routes=${internalIp}/32`] }
  }
  // Remote Desktop runs on Windows only.
  const system = platform ?? (service.id === 'rdp' ? 'windows' : 'linux')
  const install = system === 'windows' ? WINDOWS : system === 'linux' ? LINUX : null
  return { text: alternativesText.say(locale, 'tailscale', {}), lines: install ? [...install, 'tailscale ip -4'] : [] }
}

/** A way to the service that needs no rule, with what to run or to say. */
type Alternative = Plan['alternatives'][number]

type Named<Key> = Key extends `name.${infer Way}` ? Way : never
type Way = Exclude<Named<keyof typeof alternativesText.en>, 'public-address-building'>

/** The ways for each kind of service, the best first. */
const GAME: readonly Way[] = ['own-relay', 'public-address', 'playit', 'wireguard', 'ipv6', 'tailscale']
const WEB: readonly Way[] = ['own-relay', 'public-address', 'cloudflare', 'wireguard', 'ipv6', 'tailscale']
/** Cloudflare's terms for its network leave video to paid services, so media go another way. */
const OTHER: readonly Way[] = ['own-relay', 'public-address', 'tailscale', 'wireguard', 'ipv6']
/** The ways for programs that strangers' programs connect to by themselves. */
const PEERS: readonly Way[] = ['public-address', 'vpn-with-port', 'ipv6', 'wireguard']
const CONSOLE: readonly Way[] = ['public-address']
const VPN: readonly Way[] = ['own-relay', 'public-address', 'tailscale', 'ipv6', 'wireguard']
/** The ways for services that should not be open to the internet in any way. */
const PRIVATE: readonly Way[] = ['own-relay', 'router', 'tailscale']

const HAS_RELAY: ReadonlySet<string> = new Set(['relay-available', 'not-needed-with-relay'])
const SHARED: ReadonlySet<string> = new Set(['shared', 'ds-lite', 'map-e'])

/** Returns the other ways to a service where forwarding cannot work, may not work or should not be done. */
export function alternativesFor(facts: PlanFacts): Alternative[] {
  const { service, works, nat, isp, router } = facts
  if (!service.recommended && needsNoRule(service.upnp.status)) return []
  const isShared = isp?.isp.carrierNat.usual === 'yes' || SHARED.has(isp?.isp.ipv4 ?? '') || router.brand.mobile === true
  const mayFail = works === 'no' || (works === 'unknown' && (nat === 'double-nat' || isShared))
  if (service.recommended && !mayFail) return []
  return waysFor(facts).flatMap((way) => MADE[way](facts) ?? [])
}

function waysFor(facts: PlanFacts): readonly Way[] {
  const { service } = facts
  if (!service.recommended) return PRIVATE
  if (service.category === 'console' || isMatched(service)) return CONSOLE
  if (service.category === 'vpn') return VPN
  const isGame = (service.category === 'game' || service.category === 'voice') && service.connect?.as !== 'url'
  const isPage = service.category !== 'media' && webRule(facts) !== null
  const ways = isGame ? GAME : isPage ? WEB : OTHER
  if (servesOf(service) !== 'strangers') return ways
  // A private network is open to its members alone.
  return isGame || isPage ? ways.filter((way) => way !== 'tailscale') : PEERS
}

/** Returns whether a publisher brings the players together, so that nobody could type the address of a relay. */
function isMatched({ category, connect, upnp }: PlanFacts['service']): boolean {
  return category === 'game' && connect === undefined && upnp.status === 'usually-not-needed'
}

/** Returns the rule of a web page among the rules: one on a port of the web, or one that the catalogue calls a page. */
export function webRule({ service, wanted }: Pick<PlanFacts, 'service' | 'wanted'>): Rule | null {
  const isWeb = ({ internalPort, protocol }: Rule) =>
    protocol === 'tcp' &&
    (/^(?:80|443|8080|8443)$/.test(internalPort) ||
      service.ports.some(({ internal, web }) => internal === internalPort && web === true))
  return wanted.find(isWeb) ?? null
}

/** Returns whether other programs look for a service at the port that it has itself, so that no rule can lead there from another one. */
export function isFixed({ service, wanted }: Pick<PlanFacts, 'service' | 'wanted'>): boolean {
  return service.connect === undefined && servesOf(service) === 'strangers' && webRule({ service, wanted }) === null
}

function isPublicAddressOffered({ isp }: Pick<PlanFacts, 'isp'>): boolean {
  return isp === null || isp.guessed || isp.isp.publicAddress !== 'never'
}

const MADE: Readonly<Record<Way, (facts: PlanFacts) => Alternative | null>> = {
  'own-relay': ({ service, locale }) =>
    HAS_RELAY.has(service.upnp.status)
      ? { kind: 'relay', name: nameOf('own-relay', locale), text: service.upnp.note[locale], lines: [] }
      : null,
  'public-address': publicAddress,
  ipv6: (facts) => {
    const pinhole = pinholeOf(facts)
    if (!pinhole) return null
    const { name, text } = described('ipv6', facts)
    const menu = pinhole.menuPath?.join(' > ')
    const where = menu === undefined ? [] : [alternativesText.say(facts.locale, 'ipv6-menu', { menu })]
    return { kind: 'ipv6', name, text: [text, ...where].join(' '), lines: pinhole.commands.flatMap(({ lines }) => lines) }
  },
  playit: (facts) => {
    const { wanted, locale } = facts
    if (!takesCommands(facts)) return null
    const ports = neededOf(wanted).map(({ protocol, internalPort }) => `${protocol.toUpperCase()} localhost:${internalPort}`)
    const text = alternativesText.say(locale, 'playit', { ports: listed(ports, locale) })
    return { kind: 'relay', name: nameOf('playit', locale), text, lines: [] }
  },
  wireguard,
  router: (facts) => {
    const text = functionOfRouter(facts)
    return text === null ? null : { kind: 'vpn', name: nameOf('router', facts.locale), text, lines: [] }
  },
  tailscale: (facts) => ({ kind: 'vpn', name: nameOf('tailscale', facts.locale), ...tailscale(facts) }),
  'vpn-with-port': (facts) => ({ kind: 'vpn', ...described('vpn-with-port', facts), lines: [] }),
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

function described(way: 'ipv6' | 'cloudflare' | 'vpn-with-port', { locale }: PlanFacts) {
  return { name: nameOf(way, locale), text: alternativesText.say(locale, way, {}) }
}

function publicAddress(facts: PlanFacts): Alternative | null {
  const { isp, locale } = facts
  const say = sayIn(alternativesText, locale)
  if (!isPublicAddressOffered(facts)) return null
  const kind = 'public-address'
  if (isOfBuilding(facts)) {
    return {
      kind,
      name: say('name.public-address-building'),
      text: say('public-address-building'),
      lines: [wordsForProvider(facts)],
    }
  }
  const name = nameOf('public-address', locale)
  const box = noForwarding(facts)
  if (isp && !isp.guessed && isp.isp.publicAddress === 'account') {
    const text = say('switch-in-account', { provider: isp.isp.name[locale] })
    return { kind, name, text: [text, ...box].join(' '), lines: [] }
  }
  return { kind, name, text: [say('public-address'), ...box, say('say')].join(' '), lines: [wordsForProvider(facts)] }
}

/** Returns what a box that cannot forward (that of the provider, if no router is known) needs beside an address: a router behind it. Empty for any other box. */
export function noForwarding(facts: PlanFacts): string[] {
  const { router, isp, known, locale } = facts
  const supplied = isp && !isp.guessed ? known.brands.find(({ id }) => id === isp.isp.equipment) : undefined
  const { forwards, bridgeMode, name } = router.known ? router.brand : (supplied ?? router.brand)
  const { provider = isp?.isp ?? null } = router
  const say = sayIn(alternativesText, locale)
  if (forwards !== false) return []
  const cannot = say('cannot-forward', { name: name[locale] })
  if (!isPublicAddressOffered(facts)) return [cannot]
  const how = provider?.bridge?.[locale]
  const mode = how === undefined && bridgeMode ? say('box-mode', { mode: bridgeMode[locale] }) : ''
  return [cannot, say('own-router', { mode }), ...(how === undefined ? [] : [how])]
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

/** A relay of the caller's own: a rented server with a public address forwards traffic through WireGuard to the device. */

const NETWORKS = ['10.66.0', '10.99.66'] as const
const LISTEN_PORT = 51_820
/** The server's own SSH must stay reachable. */
const SSH_PORT = '22'
const SSH_INSTEAD = '2222'

/** Returns the lines for both ends, for root on Linux. Keys and the server's address are left to fill in, as no key may be in an answer. */
export function relayOf(rules: readonly Rule[], internalIp: string | null) {
  const network = internalIp?.startsWith(`${NETWORKS[0]}.`) ? NETWORKS[1] : NETWORKS[0]
  // Without an address, WireGuard runs on the device itself.
  const device = internalIp ?? `${network}.2`
  const listen = rules.some((rule) => rule.protocol === 'udp' && rule.externalPort === String(LISTEN_PORT))
    ? LISTEN_PORT + 1
    : LISTEN_PORT
  const allowed = [...new Set([`${network}.2/32`, `${device}/32`])].join(', ')
  return {
    server: [
      ...file('/etc/wireguard/relay.nft', serverNat(rules, device)),
      ...file('/etc/wireguard/wg0.conf', [
        '[Interface]',
        `Address = ${network}.1/24`,
        `ListenPort = ${listen}`,
        ...HOOKS,
        '',
        '[Peer]',
        'PublicKey = HOME_PUBLIC_KEY',
        `AllowedIPs = ${allowed}`,
      ]),
    ],
    home: [
      ...file('/etc/wireguard/relay.nft', homeNat(`${network}.1`, device)),
      ...file('/etc/wireguard/wg0.conf', [
        '[Interface]',
        `Address = ${network}.2/24`,
        ...HOOKS,
        '',
        '[Peer]',
        'PublicKey = SERVER_PUBLIC_KEY',
        `Endpoint = SERVER_ADDRESS:${listen}`,
        `AllowedIPs = ${network}.1/32`,
        'PersistentKeepalive = 25',
      ]),
    ],
  }
}

/** Makes a key and prints its public half for the other end. */
const MAKE_KEY = '(umask 077; wg genkey > /etc/wireguard/wg0.key); wg pubkey < /etc/wireguard/wg0.key'
const START = 'systemctl enable --now wg-quick@wg0'
const INSTALL = 'apt install wireguard nftables'

const HOOKS = [
  'PostUp = wg set %i private-key /etc/wireguard/wg0.key',
  'PostUp = sysctl -q -w net.ipv4.ip_forward=1',
  'PostUp = nft -f /etc/wireguard/relay.nft',
  'PostDown = nft delete table ip relay',
]

function file(path: string, lines: readonly string[]): string[] {
  return [`cat > ${path} <<'END'`, ...lines, 'END']
}

function table(...chains: readonly string[]): string[] {
  return ['table ip relay {', ...chains.map((line) => `  ${line}`), '}']
}

/** Returns the lines that make every visitor appear to the device as the server, so that its answers find the way back. */
function serverNat(rules: readonly Rule[], device: string): string[] {
  const forwards = rules.flatMap(unshifted).map(({ protocol, externalPort, internalPort }) => {
    const port = externalPort === SSH_PORT && protocol === 'tcp' ? SSH_INSTEAD : externalPort
    const target = port.includes('-') ? device : `${device}:${internalPort}`
    return `  iifname != "wg0" fib daddr type local ${protocol} dport ${port} dnat to ${target}`
  })
  return table(
    'chain prerouting {',
    '  type nat hook prerouting priority dstnat; policy accept;',
    ...forwards,
    '}',
    'chain postrouting {',
    '  type nat hook postrouting priority srcnat; policy accept;',
    '  oifname "wg0" masquerade',
    '}',
  )
}

function homeNat(server: string, device: string): string[] {
  return table(
    'chain postrouting {',
    '  type nat hook postrouting priority srcnat; policy accept;',
    `  ip saddr ${server} ip daddr ${device} masquerade`,
    '}',
  )
}
