import { portsOf } from '../catalogue/ports.ts'

/** The longest rule name that every router accepts. */
const NAME_MAX = 15

/** Common abbreviations of services whose ids are too long for the name of a rule. */
const SHORT: Readonly<Record<string, string>> = {
  custom: 'port',
  'minecraft-java': 'mc',
  'minecraft-bedrock': 'mcpe',
  'ark-survival-evolved': 'ark',
  'ark-survival-ascended': 'asa',
  'project-zomboid': 'zomboid',
  '7-days-to-die': '7dtd',
  'cs2-srcds': 'cs2',
  satisfactory: 'satis',
  enshrouded: 'shroud',
  'conan-exiles': 'conan',
  'dont-starve-together': 'dst',
  'starcraft-remastered': 'sc',
  'synology-dsm': 'dsm',
  'nas-generic': 'nas',
  'smb-file-share': 'smb',
  nextcloud: 'nc',
  vaultwarden: 'vault',
  'web-server': 'web',
  'reverse-proxy': 'proxy',
  'smtp-imap': 'mail',
  'ftp-passive': 'ftp',
  bittorrent: 'torrent',
  rustdesk: 'rdesk',
  'sunshine-moonlight': 'sunshine',
  'steam-remote-play': 'steam',
  'wake-on-lan': 'wol',
  wireguard: 'wg',
  openvpn: 'ovpn',
  'ipsec-l2tp': 'ipsec',
  'hanwha-nvr': 'hanwha',
  'cctv-generic': 'cctv',
  'home-assistant': 'hass',
  'mqtt-tls': 'mqtt',
  'sip-rtp': 'sip',
  teamspeak3: 'ts3',
  playstation: 'ps',
  'nintendo-switch': 'switch',
}

interface Opening {
  readonly externalPort: string
  readonly protocol: 'tcp' | 'udp'
}

/**
 * Returns names for the rules of a service, as people write them: "mc-tcp", "dsm-5001". They differ, and are no longer than the form
 * allows.
 */
export function namesOf(service: string, rules: readonly Opening[], formMax: number | null): string[] {
  const max = Math.min(NAME_MAX, formMax ?? NAME_MAX)
  const base = SHORT[service] ?? service
  const names = rules.map((rule) => {
    const suffix = suffixOf(service, rule, rules)
    const room = max - suffix.length
    return room > 0 ? wholeWords(base, room) + suffix : suffix.slice(-max)
  })
  // Names that would be cut to the same few letters are numbered.
  return names.map((name, index) => (names.indexOf(name) === names.lastIndexOf(name) ? name : numbered(name, index, max)))
}

function numbered(name: string, index: number, max: number): string {
  const number = `-${index + 1}`
  return `${name.slice(0, Math.max(0, max - number.length))}${number}`.slice(-max)
}

/**
 * Returns only what distinguishes a rule from the others: its port, its protocol or both. A service of the caller's own is known by its
 * port.
 */
function suffixOf(service: string, { externalPort, protocol }: Opening, rules: readonly Opening[]): string {
  const port = `-${portsOf(externalPort).first}`
  const samePort = rules.filter((other) => portsOf(other.externalPort).first === portsOf(externalPort).first)
  const hasTwin = samePort.length > 1
  const isOnlyPort = samePort.length === rules.length
  return `${isOnlyPort && service !== 'custom' ? '' : port}${hasTwin ? `-${protocol}` : ''}`
}

/** Returns as many words of an id as fit; the beginning of the first if even that is too long. */
function wholeWords(id: string, room: number): string {
  if (id.length <= room) return id
  const cut = id.lastIndexOf('-', room)
  return id.slice(0, cut > 0 ? cut : room)
}
