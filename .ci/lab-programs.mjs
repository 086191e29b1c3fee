// The programs of the system that the lab runs, and the libraries that it compiles with, each with the Debian packages that bring it. Prints
// the packages that this machine lacks.
import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Names of packages, separated by spaces, by program; what is on every machine is in test/support/programs.ts. */
const LAB_PROGRAMS = {
  setpriv: 'util-linux',
  unshare: 'util-linux',
  mount: 'mount',
  curl: 'curl',
  jq: 'jq',
  git: 'git',
  ip: 'iproute2',
  ss: 'iproute2',
  nft: 'nftables',
  tcpdump: 'tcpdump',
  openssl: 'openssl',
  'musl-gcc': 'musl-tools',
  sysctl: 'procps',
  prlimit: 'util-linux',
  nsenter: 'util-linux',
  faketime: 'faketime',
  strace: 'strace',
  python3: 'python3',
  dig: 'bind9-dnsutils',
  nsd: 'nsd',
  'nsd-checkzone': 'nsd',
  knotd: 'knot',
  knotc: 'knot',
  dnsmasq: 'dnsmasq-base',
  unbound: 'unbound',
  'unbound-control': 'unbound',
  'ldns-keygen': 'ldnsutils',
  'ldns-signzone': 'ldnsutils',
  pebble: 'pebble',
  certbot: 'certbot',
  nginx: 'nginx-light',
  caddy: 'caddy',
  'redis-server': 'redis-server',
  'systemd-analyze': 'systemd',
  systemctl: 'systemd',
  'systemd-nspawn': 'systemd-container',
  dpkg: 'dpkg',
  'dpkg-deb': 'dpkg',
  tar: 'tar',
  cc: 'gcc libc6-dev',
  zsh: 'zsh',
  fish: 'fish',
  man: 'man-db',
  upnpc: 'miniupnpc',
  miniupnpd: 'miniupnpd-nftables',
  ufw: 'ufw',
  iptables: 'iptables',
  wg: 'wireguard-tools',
  'wg-quick': 'wireguard-tools',
  ping: 'iputils-ping',
  traceroute: 'traceroute',
  sshd: 'openssh-server',
  'ssh-keygen': 'openssh-client',
  vsftpd: 'vsftpd',
  dovecot: 'dovecot-imapd',
  mosquitto: 'mosquitto',
  icecast2: 'icecast2',
  murmurd: 'mumble-server',
  'openarena-server': 'openarena-server',
  minetestserver: 'minetest-server',
  'chromium-headless-shell': 'chromium-headless-shell',
  'firefox-esr': 'firefox-esr',
  'qemu-aarch64': 'qemu-user libc6-arm64-cross libstdc++6-arm64-cross',
  ddclient: 'ddclient',
  inadyn: 'inadyn',
  'transmission-daemon': 'transmission-daemon',
  ruby: 'ruby',
  'nix-instantiate': 'nix-bin',
  prometheus: 'prometheus',
  promtool: 'prometheus',
  'prometheus-blackbox-exporter': 'prometheus-blackbox-exporter',
  go: 'golang-go',
  // Without a Korean font, the pictures of the page would have boxes in them.
  'fc-list': 'fontconfig fonts-nanum',
}
/** Servers are in folders that are not on a user's PATH. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin', '/usr/games']

/**
 * Returns the packages that this machine lacks, each once.
 *
 * @param {Record<string, string>} programs
 * @returns {string[]}
 */
export function missingPackages(programs = LAB_PROGRAMS) {
  const isHere = (name) =>
    isAbsolute(name) ? isThere(name) : FOLDERS.some((folder) => isThere(join(folder, name), constants.X_OK))
  const lacking = Object.keys(programs).filter((name) => !isHere(name))
  return [...new Set(lacking.flatMap((program) => programs[program].split(' ')))].sort()
}

function isThere(path, mode = constants.F_OK) {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(missingPackages().join(' '))
