import { type Locale, listed, type Say, sayIn } from '../../contract/text.ts'
import { pathIn } from '../catalogue/labels.ts'
import { neededOf } from '../catalogue/ports.ts'
import type { Brand } from '../catalogue/schema.ts'
import { needsNoRule } from '../judgement/judgement.ts'
import { namedProvider } from '../providers.ts'
import { alternativesText } from './alternatives.text.ts'
import { pinholeOf, unshifted } from './commands.ts'
import { isOfBuilding, type PlanFacts, servesOf, suppliedBox, takesCommands, webRule } from './facts.ts'
import type { Plan } from './fields.ts'
import type { Rule } from './rules.ts'
import { wordsForProvider } from './words.ts'

/** A way to the service that needs no rule, with what to run or to say. */
type Alternative = Plan['alternatives'][number]

type NameOfWay<Key> = Key extends `name.${infer Way}` ? Way : never
type Way = Exclude<NameOfWay<keyof typeof alternativesText.en>, 'public-address-building'>

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
  const say = sayIn(alternativesText, facts.locale)
  return waysFor(facts).flatMap((way) => {
    const found = WAYS[way](facts, say)
    if (!found) return []
    const { kind, name = say(`name.${way}`), text, lines = [] } = found
    return [{ kind, name, text, lines }]
  })
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

type SayWay = Say<(typeof alternativesText)['en']>
/** An alternative as its way tells it: without lines where there are none, and with a name of its own where that is not the usual one. */
type Found = Pick<Alternative, 'kind' | 'text'> & Partial<Alternative>

const WAYS: Readonly<Record<Way, (facts: PlanFacts, say: SayWay) => Found | null>> = {
  'own-relay': ({ service: { upnp }, locale }) =>
    HAS_RELAY.has(upnp.status) ? { kind: 'relay', text: upnp.note[locale] } : null,
  'public-address': publicAddress,
  ipv6(facts, say) {
    const pinhole = pinholeOf(facts)
    if (!pinhole) return null
    const where = pinhole.menuPath ? [say('ipv6-menu', { menu: pinhole.menuPath.join(' > ') })] : []
    return { kind: 'ipv6', text: [say('ipv6'), ...where].join(' '), lines: pinhole.commands.flatMap(({ lines }) => lines) }
  },
  playit(facts, say) {
    if (!takesCommands(facts)) return null
    const ports = neededOf(facts.wanted).map(
      ({ protocol, internalPort }) => `${protocol.toUpperCase()} localhost:${internalPort}`,
    )
    return { kind: 'relay', text: say('playit', { ports: listed(ports, facts.locale) }) }
  },
  wireguard,
  router(facts) {
    const text = functionOfRouter(facts)
    return text === null ? null : { kind: 'vpn', text }
  },
  tailscale,
  'vpn-with-port': (_, say) => ({ kind: 'vpn', text: say('vpn-with-port') }),
  cloudflare(facts, say) {
    const rule = webRule(facts)
    if (!rule) return null
    const isTls = /443$|^5001$|^8920$/.test(rule.internalPort)
    const target = `${isTls ? 'https' : 'http'}://${facts.internalIp ?? 'localhost'}:${rule.internalPort}`
    const line = `cloudflared tunnel --url ${target}${isTls ? ' --no-tls-verify' : ''}`
    return { kind: 'tunnel', text: say('cloudflare'), lines: [line] }
  },
}

function publicAddress(facts: PlanFacts, say: SayWay): Found | null {
  const provider = namedProvider(facts.isp)
  if (provider?.publicAddress === 'never') return null
  const kind = 'public-address'
  const lines = [wordsForProvider(facts)]
  if (isOfBuilding(facts)) return { kind, name: say('name.public-address-building'), text: say('public-address-building'), lines }
  const box = noForwarding(facts)
  if (provider?.publicAddress !== 'account') return { kind, text: [say('public-address'), ...box, say('say')].join(' '), lines }
  return { kind, text: [say('switch-in-account', { provider: provider.name[facts.locale] }), ...box].join(' ') }
}

/** Returns what a box that cannot forward (that of the provider, if no router is known) needs beside an address: a router behind it. Empty for any other box. */
export function noForwarding(facts: PlanFacts): string[] {
  const { router, isp, locale } = facts
  const { forwards, bridgeMode, name } = (router.known ? null : suppliedBox(facts)) ?? router.brand
  const { provider = isp?.isp ?? null } = router
  const say = sayIn(alternativesText, locale)
  if (forwards !== false) return []
  const cannot = say('cannot-forward', { name: name[locale] })
  if (namedProvider(isp)?.publicAddress === 'never') return [cannot]
  const how = provider?.bridge?.[locale]
  const mode = how === undefined && bridgeMode ? say('box-mode', { mode: bridgeMode[locale] }) : ''
  return [cannot, say('own-router', { mode }), ...(how === undefined ? [] : [how])]
}

/** Services that only the caller uses, so that a VPN of the router replaces their rule. */
const OVER_VPN: ReadonlySet<string> = new Set(['remote', 'nas', 'camera', 'iot'])

/** Returns the function of the router that does the same without an open port, or lets the caller in; null if none is known. */
export function functionOfRouter({ service, router: { brand }, works, nat, locale }: PlanFacts): string | null {
  const say = sayIn(alternativesText, locale)
  if (service.id === 'wake-on-lan' && brand.wakeOnLan) return say('wake-by-router', { menu: pathIn(brand.wakeOnLan, locale) })
  const isOwn = servesOf(service) === 'oneself' && OVER_VPN.has(service.category)
  const isReached = works !== 'no' && nat !== 'double-nat'
  return isOwn && isReached && brand.vpn ? say('vpn-of-router', vpnIn(brand, brand.vpn, locale)) : null
}

/** Returns the menu of a VPN server, with the warning of PPTP unless it is known which kind it sets up. */
export function vpnIn({ vpnKind }: Brand, path: NonNullable<Brand['vpn']>, locale: Locale) {
  const pptp = vpnKind === undefined ? alternativesText.say(locale, 'not-pptp', {}) : ''
  return { menu: pathIn(path, locale), pptp }
}

const ON_WINDOWS = ['winget install Tailscale.Tailscale', 'tailscale up']
export const INSTALL_ON_LINUX = 'curl -fsSL https://tailscale.com/install.sh | sh'
const ON_LINUX = [INSTALL_ON_LINUX, 'sudo tailscale up']

/** Lines whose effect lasts until the machine is set up anew, not only until its next start. */
const PASS_ON = [
  "echo 'net.ipv4.ip_forward = 1' | sudo tee /etc/sysctl.d/99-tailscale.conf",
  'sudo sysctl -p /etc/sysctl.d/99-tailscale.conf',
]

function tailscale(facts: PlanFacts, say: SayWay): Found {
  const { internalIp, platform, service } = facts
  const kind = 'vpn'
  if (service.id === 'wake-on-lan') return { kind, text: say('tailscale-awake'), lines: ON_LINUX }
  if (internalIp !== null && !takesCommands({ service, platform: null })) {
    const route = `sudo tailscale set --advertise-routes=${internalIp}/32`
    return { kind, text: say('tailscale-neighbour', { address: internalIp }), lines: [...ON_LINUX, ...PASS_ON, route] }
  }
  // Remote Desktop runs on Windows only.
  const system = platform ?? (service.id === 'rdp' ? 'windows' : 'linux')
  const install = system === 'windows' ? ON_WINDOWS : system === 'linux' ? ON_LINUX : null
  return { kind, text: say('tailscale'), lines: install ? [...install, 'tailscale ip -4'] : [] }
}

function wireguard({ wanted, internalIp }: PlanFacts, say: SayWay): Found | null {
  if (wanted.length === 0) return null
  const { server, home } = relayOf(wanted, internalIp)
  const hasSsh = wanted.some(({ externalPort, protocol }) => externalPort === '22' && protocol === 'tcp')
  const begin = (end: 'on-server' | 'at-home') => [say(end), INSTALL_RELAY, say('shows-key'), MAKE_RELAY_KEY]
  return {
    kind: 'tunnel',
    text: [say('wireguard'), ...(hasSsh ? [say('wireguard-ssh')] : [])].join(' '),
    lines: [...begin('on-server'), ...server, START_RELAY, ...begin('at-home'), ...home, START_RELAY],
  }
}

const NETWORKS = ['10.66.0', '10.99.66'] as const
const LISTEN_PORT = 51_820
/** The server's own SSH must stay reachable. */
const SSH_PORT = '22'
const SSH_INSTEAD = '2222'

const INSTALL_RELAY = 'apt install wireguard nftables'
/** Makes a key and prints its public half for the other end. */
const MAKE_RELAY_KEY = '(umask 077; wg genkey > /etc/wireguard/wg0.key); wg pubkey < /etc/wireguard/wg0.key'
const START_RELAY = 'systemctl enable --now wg-quick@wg0'

const HOOKS = [
  'PostUp = wg set %i private-key /etc/wireguard/wg0.key',
  'PostUp = sysctl -q -w net.ipv4.ip_forward=1',
  'PostUp = nft -f /etc/wireguard/relay.nft',
  'PostDown = nft delete table ip relay',
]

/** Returns the lines for both ends of a tunnel, for root on Linux: a rented server forwards to the device. Keys and the server's address are left to fill in, as no key may be in an answer. */
export function relayOf(rules: readonly Rule[], internalIp: string | null) {
  const network = internalIp?.startsWith(`${NETWORKS[0]}.`) ? NETWORKS[1] : NETWORKS[0]
  // Without an address, WireGuard runs on the device itself.
  const device = internalIp ?? `${network}.2`
  const isTaken = rules.some(({ protocol, externalPort }) => protocol === 'udp' && externalPort === `${LISTEN_PORT}`)
  const listen = isTaken ? LISTEN_PORT + 1 : LISTEN_PORT
  const allowed = [...new Set([`${network}.2/32`, `${device}/32`])].join(', ')
  return {
    // Every visitor appears to the device as the server, so that its answers find the way back.
    server: tunnelEnd(
      [
        ...chain('prerouting', 'dstnat', forwardsTo(device, rules)),
        ...chain('postrouting', 'srcnat', ['oifname "wg0" masquerade']),
      ],
      [`Address = ${network}.1/24`, `ListenPort = ${listen}`],
      ['PublicKey = HOME_PUBLIC_KEY', `AllowedIPs = ${allowed}`],
    ),
    home: tunnelEnd(
      chain('postrouting', 'srcnat', [`ip saddr ${network}.1 ip daddr ${device} masquerade`]),
      [`Address = ${network}.2/24`],
      [
        'PublicKey = SERVER_PUBLIC_KEY',
        `Endpoint = SERVER_ADDRESS:${listen}`,
        `AllowedIPs = ${network}.1/32`,
        'PersistentKeepalive = 25',
      ],
    ),
  }
}

function forwardsTo(device: string, rules: readonly Rule[]): string[] {
  return rules.flatMap(unshifted).map(({ protocol, externalPort, internalPort }) => {
    const port = externalPort === SSH_PORT && protocol === 'tcp' ? SSH_INSTEAD : externalPort
    const target = port.includes('-') ? device : `${device}:${internalPort}`
    return `iifname != "wg0" fib daddr type local ${protocol} dport ${port} dnat to ${target}`
  })
}

/** Returns the lines that write the files of one end: its translation, and the tunnel. */
function tunnelEnd(chains: readonly string[], own: readonly string[], peer: readonly string[]): string[] {
  return [
    ...file('/etc/wireguard/relay.nft', ['table ip relay {', ...chains, '}']),
    ...file('/etc/wireguard/wg0.conf', ['[Interface]', ...own, ...HOOKS, '', '[Peer]', ...peer]),
  ]
}

function file(path: string, lines: readonly string[]): string[] {
  return [`cat > ${path} <<'END'`, ...lines, 'END']
}

function chain(hook: string, priority: string, rules: readonly string[]): string[] {
  const type = `    type nat hook ${hook} priority ${priority}; policy accept;`
  return [`  chain ${hook} {`, type, ...rules.map((rule) => `    ${rule}`), '  }']
}
