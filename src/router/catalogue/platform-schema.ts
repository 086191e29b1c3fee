import { type Static, Type } from '@sinclair/typebox'
import { oneOf, orNull, PORT } from '../../contract/schema.ts'
import {
  ALIASES,
  closed,
  field,
  HOSTNAME,
  ID,
  IPV4,
  LABEL,
  LINES,
  LOCALIZED,
  list,
  MENU,
  NAME,
  NOTES,
  SOURCED,
  TEXT,
} from './shapes.ts'

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
  models: Type.Optional(field('Patterns of its model names: "#" is a digit, "*" is anything, such as "A###".', list(TEXT))),
  makers: Type.Optional(field('Makers whose names are on the labels of its boxes.', list(TEXT))),
  gateways: field('Private addresses of its login page, the usual one first.', list(IPV4), []),
  soleGateways: Type.Optional(
    field('Those of "gateways" with which no other box comes: an address on such a network names the brand.', list(IPV4)),
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
        feature: Type.Optional(field('Its name for port forwarding there, if that differs.', LABEL)),
        models: Type.Optional(field('Patterns of the models that have it, written like "models" of the brand.', list(TEXT))),
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
  protocolChoices: Type.Optional(field('The choices of the protocol field in its form, such as "TCP/UDP".', list(TEXT))),
  finish: Type.Optional(field('What else it takes for a rule to have effect, in a sentence.', LOCALIZED)),
  picksDevice: Type.Optional(field('True if the device is picked from a list, not typed by its address.', Type.Boolean())),
  nameMax: Type.Optional(
    field('The longest name of a rule that it takes, or null if that is unknown.', orNull(Type.Integer({ minimum: 1 }))),
  ),
  wanPage: Type.Optional(
    field('The path through its menus to its internet (WAN) address; the last step is the label of the address.', orNull(MENU)),
  ),
  ddns: Type.Optional(field('The path through its menus to dynamic DNS, or null.', orNull(MENU))),
  vpn: Type.Optional(field('The path through its menus to its own VPN server, or null.', orNull(MENU))),
  wakeOnLan: Type.Optional(field('The path through its menus to wake-on-LAN, or null.', orNull(MENU))),
  upnpPage: Type.Optional(field('The path through its menus to the switch of UPnP.', MENU)),
  pinhole: Type.Optional(field('The path through its menus to exceptions in its IPv6 firewall, or null.', orNull(MENU))),
  reservation: field('The path through its menus to DHCP reservations, or null.', orNull(MENU), null),
  login: field(
    'How people log in.',
    closed({
      style: field('Where the password comes from.', oneOf('set-at-first-login', 'sticker', 'documented-default', 'app-account')),
      note: field('The same in a sentence, which must not contain a password.', LOCALIZED),
      with: Type.Optional(field('What to log in with, such as "with the code on its label".', LOCALIZED)),
      specific: Type.Optional(
        field('True if the sentence says what this page asks for: it is then printed where one signs in.', Type.Boolean()),
      ),
    }),
  ),
  sticker: field(
    'Its label, or null.',
    orNull(
      closed({
        where: field('Where the label is.', LOCALIZED),
        lines: field('The names of the relevant lines on it.', LINES),
        basis: Type.Optional(
          field(
            'What the claim rests on: a page among "sources", or what everybody with such a box knows. Left out, the label is only said to hold it often.',
            oneOf('source', 'common-knowledge'),
          ),
        ),
      }),
    ),
    null,
  ),
  bridgeMode: field('Its name for bridge mode, in which it does not route; null if it has none.', orNull(LOCALIZED), null),
  forwards: Type.Optional(field('False if it cannot forward ports.', Type.Boolean())),
  mobile: Type.Optional(field('True for routers on mobile lines, which usually share addresses.', Type.Boolean())),
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
  variants: Type.Optional(
    field(
      'Makes of it with a path of their own.',
      list(
        closed({
          name: NAME,
          aliases: field('What people call devices of this make.', list(TEXT)),
          menu: field('The path.', MENU),
        }),
      ),
    ),
  ),
  notes: NOTES,
  ...SOURCED,
})
export type Platform = Static<typeof PLATFORM>
