import { unshifted } from './commands.ts'
import type { Rule } from './rules.ts'

const NETWORKS = ['10.66.0', '10.99.66'] as const
const LISTEN_PORT = 51_820
/** The server's own SSH must stay reachable. */
const SSH_PORT = '22'
const SSH_INSTEAD = '2222'

export const INSTALL_RELAY = 'apt install wireguard nftables'
/** Makes a key and prints its public half for the other end. */
export const MAKE_RELAY_KEY = '(umask 077; wg genkey > /etc/wireguard/wg0.key); wg pubkey < /etc/wireguard/wg0.key'
export const START_RELAY = 'systemctl enable --now wg-quick@wg0'

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
