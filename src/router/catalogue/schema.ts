import { type Static, Type } from '@sinclair/typebox'
import { oneOf, orNull, PORT } from '../../contract/schema.ts'
import {
  COUNTRY,
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
  NO_LINES,
  PORT_LIST,
  PORTS,
  SOURCED,
  TEXT,
} from './shapes.ts'

export type { Label, Lines, Localized, Menu } from './shapes.ts'

/**
 * The shape of the catalogue: what data/router/ holds, and what an operator lays over it (`--catalog-dir`). The sentences are those that
 * an editor shows (`doorstep check --schema`); a field with a default may be left out by an operator.
 */

const NAME = field('What people call it.', LOCALIZED)
const ALIASES = field('Other names and spellings, in either language.', list(TEXT), [])
const NOTES = field('What else people should know, in whole sentences.', LINES, NO_LINES)

export const BRAND = closed({
  id: field('The id: that of a built-in brand replaces it, any other adds one.', ID),
  name: NAME,
  kind: field(
    'What sort it is. "isp": a box that a provider hands out; "generic": what is said where nobody knows the brand.',
    oneOf('retail', 'mesh', 'firmware', 'professional', 'isp', 'generic'),
  ),
  aliases: ALIASES,
  gateways: field('Private addresses at which its pages answer, the usual one first.', list(IPV4), []),
  hostnames: field('Names that its own DNS answers on the local network.', list(HOSTNAME), []),
  admin: field(
    'How its pages are reached.',
    closed({
      https: field('Whether over HTTPS.', Type.Boolean()),
      port: field('The port, or null for the usual one.', orNull(PORT)),
    }),
    { https: false, port: null },
  ),
  app: field(
    'Its app, or null.',
    orNull(
      closed({
        name: field('The name of the app.', TEXT),
        only: field('Whether there is no page to log in to, or none that forwards ports.', Type.Boolean()),
      }),
    ),
    null,
  ),
  feature: field('What it calls port forwarding.', LABEL),
  menu: field('The way to port forwarding through its menus.', MENU),
  variants: field(
    'Where other generations of its pages have port forwarding.',
    list(closed({ when: field('Which generation.', LOCALIZED), menu: field('The way through its menus.', MENU) })),
    [],
  ),
  fields: field(
    'What the fields of its form are called, where that is known.',
    Type.Partial(
      closed({
        name: field('The name of the rule.', LABEL),
        externalPort: field('The port on the internet side.', LABEL),
        internalPort: field('The port at the device.', LABEL),
        internalIp: field('The address of the device.', LABEL),
        protocol: field('TCP or UDP.', LABEL),
      }),
    ),
    {},
  ),
  reservation: field('The way through its menus to a fixed address for a device, or null.', orNull(MENU), null),
  login: field(
    'How people get in.',
    closed({
      style: field('Where the password comes from.', oneOf('set-at-first-login', 'sticker', 'documented-default', 'app-account')),
      note: field('The same in a sentence. It never holds a password.', LOCALIZED),
    }),
  ),
  sticker: field(
    'Its label, or null.',
    orNull(
      closed({
        where: field('Where the label is.', LOCALIZED),
        lines: field('What the lines that matter are called on it.', LINES),
      }),
    ),
    null,
  ),
  bridgeMode: field('What it calls the mode in which it does not route; null if it has none.', orNull(LOCALIZED), null),
  forwards: Type.Optional(field('False where it has no way to forward a port.', Type.Boolean())),
  hairpin: field(
    'Whether its own public address can be reached from inside.',
    oneOf('yes', 'no', 'varies', 'unknown'),
    'unknown',
  ),
  reboot: field('Whether it restarts when a rule is saved.', oneOf('yes', 'no', 'maybe'), 'maybe'),
  upnp: field('Whether UPnP is on when it is new.', oneOf('on', 'off', 'varies'), 'varies'),
  carrierNat: field('What people should know about shared addresses on lines with this box, or null.', orNull(LOCALIZED), null),
  notes: NOTES,
  ...SOURCED,
})
export type Brand = Static<typeof BRAND>

export const USE_CASE = closed({
  id: field('The id: that of a built-in service replaces it, any other adds one.', ID),
  name: NAME,
  category: field('What it is for.', oneOf('game', 'media', 'nas', 'web', 'remote', 'vpn', 'camera', 'iot', 'voice', 'console')),
  aliases: ALIASES,
  ports: field(
    'Its ports, the most important first.',
    Type.Array(
      closed({
        external: field('The port or range on the internet side, in quotes.', PORTS),
        internal: field('The port or range at the device, of the same size.', PORTS),
        protocol: field('The protocol; a port that uses both is listed twice.', oneOf('tcp', 'udp')),
        purpose: field('What it carries.', LOCALIZED),
        required: field('Whether the service does not work without it.', Type.Boolean()),
        forward: field('False: it is listed so that nobody forwards it, and gets no rule.', Type.Boolean()),
      }),
      { minItems: 1 },
    ),
  ),
  recommended: field('Whether forwarding is advisable; if not, the safer alternative comes first.', Type.Boolean(), true),
  risk: field('How dangerous it is to open it to the internet.', oneOf('low', 'medium', 'high', 'critical'), 'medium'),
  security: field('What to do before it is opened to the internet, in whole sentences.', LINES, NO_LINES),
  saferAlternative: field('What to do instead of forwarding, or null.', orNull(LOCALIZED), null),
  upnp: field(
    'Whether it works without a rule.',
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
  notes: NOTES,
  ...SOURCED,
})
export type UseCase = Static<typeof USE_CASE>

export const ISP = closed({
  id: field('The id: that of a built-in provider replaces it, any other adds one.', ID),
  name: NAME,
  aliases: ALIASES,
  country: field('The country (ISO 3166-1 alpha-2), "EU" or "GLOBAL".', COUNTRY),
  equipment: field('The id of the brand of the box that it hands out, or null.', orNull(ID), null),
  gateways: field('Private addresses of its boxes.', list(IPV4), []),
  bridge: field('How to switch its box to bridge mode, or whom to ask; or null.', orNull(LOCALIZED), null),
  carrierNat: field(
    'Whether its lines share public addresses.',
    closed({
      usual: field('How usual that is.', oneOf('no', 'sometimes', 'yes', 'unknown')),
      note: field('The same in a sentence.', LOCALIZED),
    }),
  ),
  blocked: field(
    'Ports that are blocked on all of its lines.',
    list(
      closed({
        ports: field('The ports, like "25,135-139".', PORT_LIST),
        protocol: field('The protocol.', oneOf('tcp', 'udp', 'both')),
        note: field('Why, or since when.', LOCALIZED),
      }),
    ),
    [],
  ),
  tips: field('What its customers should know, in whole sentences.', LINES, NO_LINES),
  support: field('The number to call, or null.', orNull(TEXT), null),
  ...SOURCED,
})
export type Isp = Static<typeof ISP>

export const PLATFORM_IDS = ['windows', 'macos', 'linux', 'android', 'ios', 'chromeos', 'other'] as const
export type PlatformId = (typeof PLATFORM_IDS)[number]

export const PLATFORM = closed({
  id: field('The built-in platform that it replaces.', oneOf(...PLATFORM_IDS)),
  name: NAME,
  aliases: ALIASES,
  commands: field(
    'What shows the default gateway.',
    list(
      closed({
        shell: field('Where it is typed.', TEXT),
        command: field('The command.', TEXT),
        read: field('What to read in its output.', LOCALIZED),
      }),
    ),
    [],
  ),
  menu: field('Where its settings show the default gateway, or null.', orNull(MENU), null),
  notes: NOTES,
  ...SOURCED,
})
export type Platform = Static<typeof PLATFORM>
