// The schemas of the catalogue: of data/router/, and of what an operator lays over it (`--catalog-dir`). Editors show the descriptions
// (`doorstep check --schema`). An operator may leave out fields that have a default.
import { type Static, Type } from '@sinclair/typebox'
import { oneOf, orNull, PORT } from '../../contract/schema.ts'
import { IDENTITY_PROTOCOLS } from '../../net/identity/index.ts'
import * as shape from './shapes.ts'

export type { Label, Localized, Menu } from './shapes.ts'

const { closed, field, list, optional, HOSTNAME, ID, IPV4, LABEL, LINES, LOCALIZED, MENU, NO_LINES, PORT_LIST, PORTS, TEXT } =
  shape
/** The fields that every entry begins and ends with. */
const { NAME, ALIASES, NOTES, SOURCED } = shape

/** The schema of a dynamic DNS service, whose names are registered with a device or an account and not in a zone of one's own. */
export const DDNS = closed({
  id: field('The id. That of a built-in service replaces that service; any other adds a service.', ID),
  name: NAME,
  suffixes: field('The domains under which it gives out names, without a dot in front.', Type.Array(HOSTNAME, { minItems: 1 })),
  where: field(
    'Where a name is registered and renewed: in the router, in the NAS, in the camera, or on the web page of the service.',
    oneOf('router', 'nas', 'camera', 'account'),
  ),
  brand: field('The id of the brand whose routers have it, or null.', orNull(ID), null),
  menu: field('The path through the menus of that device to the name, or null.', orNull(MENU), null),
  url: field('The address of the page of the account, or null.', orNull(TEXT), null),
  note: field('Anything else people should know, in a sentence, or null.', orNull(LOCALIZED), null),
  ...SOURCED,
})
export type DdnsService = Static<typeof DDNS>

/** The schema of a router brand or a provider's box. */
export const BRAND = closed({
  id: field('The id. That of a built-in brand replaces that brand; any other adds a brand.', ID),
  name: NAME,
  kind: field(
    'The kind of brand. "isp": a box supplied by a provider; "generic": advice for an unknown brand.',
    oneOf('retail', 'mesh', 'firmware', 'professional', 'isp', 'generic'),
  ),
  aliases: ALIASES,
  models: optional('Patterns of its model names: "#" is a digit, "*" is anything, such as "A###".', list(TEXT)),
  makers: optional('Makers whose names are on the labels of its boxes.', list(TEXT)),
  gateways: field('Private addresses of its login page, the usual one first.', list(IPV4), []),
  soleGateways: optional(
    'Those of "gateways" with which no other box comes: an address on such a network names the brand.',
    list(IPV4),
  ),
  hostnames: field('Names of the router that its own DNS resolves on the local network.', list(HOSTNAME), []),
  admin: field(
    'How to reach its login page.',
    closed({
      https: field('Whether it uses HTTPS.', Type.Boolean()),
      port: field('The port, or null for the default port.', orNull(PORT)),
    }),
    { https: false, port: null },
  ),
  app: field(
    'Its app, or null.',
    orNull(
      closed({
        name: field('The name of the app.', TEXT),
        only: field('Whether only the app can set up port forwarding.', Type.Boolean()),
      }),
    ),
    null,
  ),
  feature: field('Its name for port forwarding.', LABEL),
  menu: field('The path through its menus to port forwarding.', MENU),
  variants: field(
    'The paths to port forwarding in other generations of its pages.',
    list(
      closed({
        when: field('Which generation.', LOCALIZED),
        menu: field('The path through its menus.', MENU),
        feature: optional('Its name for port forwarding there, if that differs.', LABEL),
        models: optional('Patterns of the models that have it, written like "models" of the brand.', list(TEXT)),
      }),
    ),
    [],
  ),
  fields: field(
    'The labels of the fields in its form, if known.',
    Type.Partial(
      closed({
        name: field('The name of the rule.', LABEL),
        externalPort: field('The port on the internet side, or the first of a range.', LABEL),
        externalPortEnd: field('The last port of a range, where the form has a field of its own for it.', LABEL),
        internalPort: field('The port on the device, or the first of a range.', LABEL),
        internalPortEnd: field('The last port of a range on the device, where the form has a field of its own for it.', LABEL),
        internalIp: field('The address of the device.', LABEL),
        protocol: field('TCP or UDP.', LABEL),
      }),
    ),
    {},
  ),
  protocolChoices: optional('The choices of the protocol field in its form, such as "TCP/UDP".', list(TEXT)),
  finish: optional('What else it takes for a rule to have effect, in a sentence.', LOCALIZED),
  picksDevice: optional('True if the device is picked from a list, not typed by its address.', Type.Boolean()),
  nameMax: optional(
    'The longest name of a rule that it takes, or null if that is unknown.',
    orNull(Type.Integer({ minimum: 1 })),
  ),
  wanPage: optional(
    'The path through its menus to its internet (WAN) address; the last step is the label of the address.',
    orNull(MENU),
  ),
  ddns: optional('The path through its menus to dynamic DNS, or null.', orNull(MENU)),
  vpn: optional('The path through its menus to its own VPN server, or null.', orNull(MENU)),
  vpnKind: optional(
    'The kind of VPN that this menu sets up; left out where it offers several, PPTP among them.',
    oneOf('wireguard', 'openvpn'),
  ),
  wakeOnLan: optional('The path through its menus to wake-on-LAN, or null.', orNull(MENU)),
  upnpPage: optional('The path through its menus to the switch of UPnP.', MENU),
  pinhole: optional('The path through its menus to exceptions in its IPv6 firewall, or null.', orNull(MENU)),
  reservation: field('The path through its menus to DHCP reservations, or null.', orNull(MENU), null),
  login: field(
    'How people log in.',
    closed({
      style: field('Where the password comes from.', oneOf('set-at-first-login', 'sticker', 'documented-default', 'app-account')),
      note: field('The same in a sentence, which must not contain a password.', LOCALIZED),
      with: optional('What to log in with, such as "with the code on its label".', LOCALIZED),
      specific: optional(
        'True if the sentence says what this page asks for: it is then printed where one signs in.',
        Type.Boolean(),
      ),
    }),
  ),
  sticker: field(
    'Its label, or null.',
    orNull(
      closed({
        where: field('Where the label is.', LOCALIZED),
        lines: field('The names of the relevant lines on it.', LINES),
        basis: optional(
          'What the claim rests on: a page among "sources", or what everybody with such a box knows. Left out, the label is only said to hold it often.',
          oneOf('source', 'common-knowledge'),
        ),
      }),
    ),
    null,
  ),
  bridgeMode: field('Its name for bridge mode, in which it does not route; null if it has none.', orNull(LOCALIZED), null),
  forwards: optional('False if it cannot forward ports.', Type.Boolean()),
  mobile: optional('True for routers on mobile lines, which usually share addresses.', Type.Boolean()),
  hairpin: field(
    'Whether its public address can be reached from inside the network (hairpin NAT).',
    oneOf('yes', 'no', 'varies', 'unknown'),
    'unknown',
  ),
  reboot: field('Whether it restarts after a rule is saved.', oneOf('yes', 'no', 'maybe'), 'maybe'),
  upnp: field('Whether UPnP is on by default.', oneOf('on', 'off', 'varies'), 'varies'),
  carrierNat: field('What people should know about carrier-grade NAT on lines with this box, or null.', orNull(LOCALIZED), null),
  notes: NOTES,
  ...SOURCED,
})
export type Brand = Static<typeof BRAND>

export const PLATFORM_IDS = ['windows', 'macos', 'linux', 'android', 'ios', 'chromeos', 'other'] as const
export type PlatformId = (typeof PLATFORM_IDS)[number]

export const PLATFORM = closed({
  id: field('The built-in platform that it replaces.', oneOf(...PLATFORM_IDS)),
  name: NAME,
  aliases: ALIASES,
  commands: field(
    'Commands that show the default gateway.',
    list(
      closed({
        shell: field('Where to type it.', TEXT),
        command: field('The command.', TEXT),
        read: field('What to read in its output.', LOCALIZED),
      }),
    ),
    [],
  ),
  menu: field('The path to the default gateway in its settings, or null.', orNull(MENU), null),
  variants: optional(
    'Makes of it with a path of their own.',
    list(
      closed({
        name: NAME,
        aliases: field('What people call devices of this make.', list(TEXT)),
        menu: field('The path.', MENU),
      }),
    ),
  ),
  notes: NOTES,
  ...SOURCED,
})
export type Platform = Static<typeof PLATFORM>

export const USE_CASE = closed({
  id: field('The id. That of a built-in service replaces that service; any other adds a service.', ID),
  name: NAME,
  category: field('What it is for.', oneOf('game', 'media', 'nas', 'web', 'remote', 'vpn', 'camera', 'iot', 'voice', 'console')),
  aliases: ALIASES,
  ports: field(
    'Its ports, the most important first; none for a kind whose programs each have their own.',
    Type.Array(
      closed({
        external: field('The port or range on the internet side, in quotes.', PORTS),
        internal: field('The port or range on the device, of the same size.', PORTS),
        protocol: field('The protocol; a port that uses both is listed twice.', oneOf('tcp', 'udp')),
        purpose: field('What it is used for.', LOCALIZED),
        required: field('Whether the service needs it.', Type.Boolean()),
        forward: field('False if it must not be forwarded: it is listed, but gets no rule.', Type.Boolean()),
        tls: optional('True for a page that is opened with https, whatever the port outside.', Type.Boolean()),
        web: optional(
          'True for a web page or another service over HTTP, which a reverse proxy can stand in front of.',
          Type.Boolean(),
        ),
        ask: optional(
          'The protocol of the question to this port, if it is another than that of the service.',
          oneOf(...IDENTITY_PROTOCOLS),
        ),
      }),
    ),
  ),
  ruleName: optional('What its rules are called, such as "mc"; by default, its id.', ID),
  serves: optional(
    'Who connects: strangers (a web page, peers, a public game), people one knows, or only oneself.',
    oneOf('strangers', 'friends', 'oneself'),
  ),
  connect: optional(
    'What the other side types.',
    closed({
      as: field(
        '"host": the address, with the port only where it is not the usual one; "host-port": always both; "url": a link; "separate": the port has a field of its own; "account": nothing, since they sign in.',
        oneOf('host', 'host-port', 'url', 'separate', 'account'),
      ),
      needs: optional('What they need beside it, in a sentence.', LOCALIZED),
    }),
  ),
  identity: optional(
    'The way to ask the service who it is, by one harmless question that everybody may send; leave it out if there is none.',
    closed({
      ask: field('The protocol of the question.', oneOf(...IDENTITY_PROTOCOLS)),
      port: optional('The port of the question, if it is not the first of the ports.', PORT),
    }),
  ),
  recommended: field('Whether forwarding is advisable; if not, the safer alternative comes first.', Type.Boolean(), true),
  risk: field('How risky it is to open the service to the internet.', oneOf('low', 'medium', 'high', 'critical'), 'medium'),
  security: field('What to do before opening it to the internet, in whole sentences.', LINES, NO_LINES),
  saferAlternative: field('What to do instead of forwarding, or null.', orNull(LOCALIZED), null),
  saferIsVpn: optional('True if that is a VPN, and the sentence names none that works without a public address.', Type.Boolean()),
  saferUse: field(
    'The id of the service whose plan sets that up, such as "wireguard" or "reverse-proxy"; null if none does.',
    orNull(ID),
    null,
  ),
  upnp: field(
    'Whether it works without a rule, for example by UPnP.',
    closed({
      status: field(
        'Whether a rule is needed.',
        oneOf(
          'needed',
          'optional',
          'usually-not-needed',
          'not-needed',
          'not-needed-with-relay',
          'relay-available',
          'not-recommended',
        ),
      ),
      note: field('The same in a sentence.', LOCALIZED),
    }),
  ),
  setUp: optional('What to set in the program or the device for its port, in a sentence.', LOCALIZED),
  natTypes: optional(
    'What a console calls the kinds of NAT, such as "NAT type 2": the one that is enough for most games, and the one that is not.',
    closed({ enough: field('The one that is enough.', LOCALIZED), strict: field('The one that is not.', LOCALIZED) }),
  ),
  knownBy: optional('How one knows that it works, where no check from outside can tell, in a sentence.', LOCALIZED),
  notes: NOTES,
  ...SOURCED,
})
export type UseCase = Static<typeof USE_CASE>

function blocks(ports: string, note: string) {
  const protocol = field('The protocol.', oneOf('tcp', 'udp', 'both'))
  return list(closed({ ports: field(ports, PORT_LIST), protocol, note: field(note, LOCALIZED) }))
}

export const ISP = closed({
  id: field('The id. That of a built-in provider replaces that provider; any other adds a provider.', ID),
  name: NAME,
  aliases: ALIASES,
  country: field('The country (ISO 3166-1 alpha-2), "EU" or "GLOBAL".', shape.COUNTRY),
  equipment: field('The brand id of the box that it supplies, or null.', orNull(ID), null),
  gateways: field('Private addresses of the boxes that it supplies.', list(IPV4), []),
  building: optional('True for the network of a building, whose equipment its tenants do not manage.', Type.Boolean()),
  mobile: optional('True for mobile lines (phones, 5G at home, hotspots).', Type.Boolean()),
  publicAddress: optional(
    'How its customers get a public address of their own: never, by asking, for money, or by a switch in the account; null if that is unknown.',
    orNull(oneOf('never', 'on-request', 'paid', 'account')),
  ),
  asns: optional('The numbers of its networks (ASNs).', list(Type.Integer({ minimum: 1, maximum: 4294967295 }))),
  ipv4: optional(
    'How its lines get IPv4, or null if that is unknown.',
    orNull(oneOf('public', 'shared', 'ds-lite', 'map-e', 'mixed')),
  ),
  sharedPorts: optional(
    'For lines that have the public address with only a range of its ports (MAP-E, MAP-T); the router shows the address all the same.',
    closed({
      usual: field('How common that is.', oneOf('sometimes', 'yes')),
      range: field(
        'The page where customers see their range, such as "the status page of the router", or null.',
        orNull(LOCALIZED),
      ),
      whole: field('How they get a whole address, in a few words, or null.', orNull(LOCALIZED)),
    }),
  ),
  bridge: field('How to switch its box to bridge mode or whom to ask, or null.', orNull(LOCALIZED), null),
  carrierNat: field(
    'Whether its lines share public addresses (carrier-grade NAT).',
    closed({
      usual: field('How common that is.', oneOf('no', 'sometimes', 'yes', 'unknown')),
      note: field('The same in a sentence.', LOCALIZED),
    }),
  ),
  blocked: field('Ports that it blocks on all lines.', blocks('The ports, such as "25,135-139".', 'Why, or since when.'), []),
  mayBlock: optional(
    'Ports that it blocks on some lines, named only where such a port is concerned.',
    blocks('The ports, such as "80,443,8080".', 'What is known of it.'),
  ),
  tips: field('What its customers should know, in whole sentences.', LINES, NO_LINES),
  ask: optional('What to say to its staff to get a public address, or null.', orNull(LOCALIZED)),
  support: field('Its support number, or null.', orNull(TEXT), null),
  ...SOURCED,
})
export type Isp = Static<typeof ISP>
