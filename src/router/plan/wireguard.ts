import { unshifted } from './commands.ts'
import type { Rule } from './rules.ts'

/** A relay of the caller's own: a rented server with a public address forwards traffic through WireGuard to the device. */

const NETWORKS = ['10.66.0', '10.99.66'] as const
const LISTEN_PORT = 51_820
/** The server's own SSH must stay reachable. */
const SSH_PORT = '22'
const SSH_INSTEAD = '2222'

export interface Relay {
  readonly server: string[]
  readonly home: string[]
}

/** Returns the lines for both ends, for root on Linux. Keys and the server's address are left to fill in, as no key may be in an answer. */
export function relayOf(rules: readonly Rule[], internalIp: string | null): Relay {
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
export const MAKE_KEY = '(umask 077; wg genkey > /etc/wireguard/wg0.key); wg pubkey < /etc/wireguard/wg0.key'
export const START = 'systemctl enable --now wg-quick@wg0'
export const INSTALL = 'apt install wireguard nftables'

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
