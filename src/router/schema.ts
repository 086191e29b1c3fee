import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { oneOf, orNull } from '../schema.ts'

/** The shape of the catalogue: what data/router/ holds, and what an operator lays over it (`--catalog-dir`). */

const TEXT = Type.String({ minLength: 1, pattern: '\\S', description: 'text' })
const closed = <Fields extends TProperties>(fields: Fields) => Type.Object(fields, { additionalProperties: false })
const list = <Item extends TSchema>(item: Item) => Type.Array(item)

/** A sentence or a name in both languages. */
const LOCALIZED = closed({ en: TEXT, ko: TEXT })
export type Localized = Static<typeof LOCALIZED>

/** Several, the same number in both languages. */
const LINES = closed({ en: list(TEXT), ko: list(TEXT) })
export type Lines = Static<typeof LINES>

const ID = Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', description: 'id of lower-case letters, digits and hyphens' })
const IPV4 = Type.String({ pattern: '^(\\d{1,3}\\.){3}\\d{1,3}$', description: 'IPv4 address' })
const HOSTNAME = Type.String({
  pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$',
  description: 'host name in lower case',
})
const PORTS = Type.String({
  pattern: '^\\d{1,5}(-\\d{1,5})?$',
  description: 'port or range of ports, like "27015" or "27015-27030"',
})
const PORT_LIST = Type.String({
  pattern: '^\\d{1,5}(-\\d{1,5})?(,\\d{1,5}(-\\d{1,5})?)*$',
  description: 'list of ports, like "25,135-139"',
})

const SOURCED = {
  /** Pages that state what stands here; may be empty where several public mentions agree. */
  sources: list(TEXT),
  /** How sure we are. What is doubtful is not in the catalogue. */
  confidence: oneOf('high', 'medium', 'low'),
  /** The day on which somebody last held it against its sources: "2026-11-20". */
  lastVerified: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'day, like "2026-11-20"' }),
}

/**
 * The language that the device itself shows; what stands in the other one is our translation, so that a reader knows what the
 * words mean. "other": it shows neither, and both hold its own words with a translation in parentheses.
 */
const SCREEN = oneOf('en', 'ko', 'both', 'other')

/** Words of a screen. */
const LABEL = closed({ screen: SCREEN, en: TEXT, ko: TEXT })
export type Label = Static<typeof LABEL>

/** The way through the menus, from the first page on; the same number of steps in both languages. */
const MENU = closed({
  screen: SCREEN,
  en: Type.Array(TEXT, { minItems: 1 }),
  ko: Type.Array(TEXT, { minItems: 1 }),
})
export type Menu = Static<typeof MENU>

export const BRAND = closed({
  id: ID,
  name: LOCALIZED,
  /** "isp": a box that a provider hands out; "generic": what is said when nobody knows the brand. */
  kind: oneOf('retail', 'mesh', 'firmware', 'professional', 'isp', 'generic'),
  /** Other names and spellings, in either language. */
  aliases: list(TEXT),
  /** Private addresses at which it answers, the usual one first. */
  gateways: list(IPV4),
  /** Names that its own DNS answers on the local network. */
  hostnames: list(HOSTNAME),
  admin: closed({ https: Type.Boolean(), port: orNull(Type.Integer({ minimum: 1, maximum: 65_535 })) }),
  /** `only`: there is no page to log in to, or none that forwards ports. */
  app: orNull(closed({ name: TEXT, only: Type.Boolean() })),
  /** What it calls port forwarding. */
  feature: LABEL,
  menu: MENU,
  /** Where other generations of its pages have it. */
  variants: list(closed({ when: LOCALIZED, menu: MENU })),
  /** What the fields of its form are called, as far as known. */
  fields: Type.Partial(closed({ name: LABEL, externalPort: LABEL, internalPort: LABEL, internalIp: LABEL, protocol: LABEL })),
  /** Where a device is given a fixed address. */
  reservation: orNull(MENU),
  login: closed({ style: oneOf('set-at-first-login', 'sticker', 'documented-default', 'app-account'), note: LOCALIZED }),
  /** Where the label is, and what the lines are called that matter on it. */
  sticker: orNull(closed({ where: LOCALIZED, lines: LINES })),
  /** What it calls the mode in which it no longer routes; null if it has none. */
  bridgeMode: orNull(LOCALIZED),
  /** False where it has no way to forward a port. */
  forwards: Type.Optional(Type.Boolean()),
  /** Whether its own public address can be reached from inside. */
  hairpin: oneOf('yes', 'no', 'varies', 'unknown'),
  /** Whether it restarts when a rule is saved. */
  reboot: oneOf('yes', 'no', 'maybe'),
  upnp: oneOf('on', 'off', 'varies'),
  /** What is to be known about address sharing on lines with this box. */
  carrierNat: orNull(LOCALIZED),
  notes: LINES,
  ...SOURCED,
})
export type Brand = Static<typeof BRAND>

export const USE_CASE = closed({
  id: ID,
  name: LOCALIZED,
  category: oneOf('game', 'media', 'nas', 'web', 'remote', 'vpn', 'camera', 'iot', 'voice', 'console'),
  aliases: list(TEXT),
  ports: Type.Array(
    closed({
      external: PORTS,
      internal: PORTS,
      protocol: oneOf('tcp', 'udp'),
      purpose: LOCALIZED,
      required: Type.Boolean(),
      /** False: it is named so that nobody forwards it. */
      forward: Type.Boolean(),
    }),
    { minItems: 1 },
  ),
  /** Whether forwarding is what we would do; else the safer alternative comes first. */
  recommended: Type.Boolean(),
  risk: oneOf('low', 'medium', 'high', 'critical'),
  security: LINES,
  saferAlternative: orNull(LOCALIZED),
  /** Whether it works without a rule. */
  upnp: closed({
    status: oneOf(
      'needed',
      'optional',
      'usually-not-needed',
      'not-needed',
      'not-needed-with-relay',
      'relay-available',
      'not-recommended',
    ),
    note: LOCALIZED,
  }),
  notes: LINES,
  ...SOURCED,
})
export type UseCase = Static<typeof USE_CASE>

export const ISP = closed({
  id: ID,
  name: LOCALIZED,
  aliases: list(TEXT),
  /** ISO 3166-1 alpha-2, "EU" or "GLOBAL". */
  country: Type.String({ pattern: '^([A-Z]{2}|GLOBAL)$', description: 'country code of two capital letters, or GLOBAL' }),
  /** The brand of the box that it hands out. */
  equipment: orNull(ID),
  gateways: list(IPV4),
  /** How its box becomes a bridge, or who has to be asked. */
  bridge: orNull(LOCALIZED),
  /** Whether its lines share public addresses. */
  carrierNat: closed({ usual: oneOf('no', 'sometimes', 'yes', 'unknown'), note: LOCALIZED }),
  /** Ports that come in on none of its lines. */
  blocked: list(closed({ ports: PORT_LIST, protocol: oneOf('tcp', 'udp', 'both'), note: LOCALIZED })),
  tips: LINES,
  /** The number to call. */
  support: orNull(TEXT),
  ...SOURCED,
})
export type Isp = Static<typeof ISP>

export const PLATFORM = closed({
  id: oneOf('windows', 'macos', 'linux', 'android', 'ios', 'chromeos', 'other'),
  name: LOCALIZED,
  aliases: list(TEXT),
  /** What shows the default gateway, and what to read in the output. */
  commands: list(closed({ shell: TEXT, command: TEXT, read: LOCALIZED })),
  /** Where its settings show it. */
  menu: orNull(MENU),
  notes: LINES,
  ...SOURCED,
})
export type Platform = Static<typeof PLATFORM>
