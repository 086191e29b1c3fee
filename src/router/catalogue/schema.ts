import { type Static, Type } from '@sinclair/typebox'
import { oneOf, orNull } from '../../contract/schema.ts'
import { IDENTITY_PROTOCOLS } from '../../net/identity/index.ts'
import {
  ALIASES,
  COUNTRY,
  closed,
  field,
  ID,
  IPV4,
  LINES,
  LOCALIZED,
  list,
  NAME,
  NO_LINES,
  NOTES,
  PORT_LIST,
  PORTS,
  SOURCED,
  TEXT,
} from './shapes.ts'

export {
  BRAND,
  type Brand,
  DDNS,
  type DdnsService,
  PLATFORM,
  PLATFORM_IDS,
  type Platform,
  type PlatformId,
} from './platform-schema.ts'
export type { Label, Localized, Menu } from './shapes.ts'

/**
 * The schemas of the catalogue: of data/router/, and of what an operator lays over it (`--catalog-dir`). Editors show the descriptions
 * (`doorstep check --schema`). An operator may leave out fields that have a default.
 */

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
        tls: Type.Optional(field('True for a page that is opened with https, whatever the port outside.', Type.Boolean())),
        web: Type.Optional(
          field('True for a web page or another service over HTTP, which a reverse proxy can stand in front of.', Type.Boolean()),
        ),
        ask: Type.Optional(
          field(
            'The protocol of the question to this port, if it is another than that of the service.',
            oneOf(...IDENTITY_PROTOCOLS),
          ),
        ),
      }),
    ),
  ),
  serves: Type.Optional(
    field(
      'Who connects: strangers (a web page, peers, a public game), people one knows, or only oneself.',
      oneOf('strangers', 'friends', 'oneself'),
    ),
  ),
  connect: Type.Optional(
    field(
      'What the other side types.',
      closed({
        as: field(
          '"host": the address, with the port only where it is not the usual one; "host-port": always both; "url": a link; "separate": the port has a field of its own; "account": nothing, since they sign in.',
          oneOf('host', 'host-port', 'url', 'separate', 'account'),
        ),
        needs: Type.Optional(field('What they need beside it, in a sentence.', LOCALIZED)),
      }),
    ),
  ),
  identity: Type.Optional(
    field(
      'The way to ask the service who it is, by one harmless question that everybody may send; leave it out if there is none.',
      closed({
        ask: field('The protocol of the question.', oneOf(...IDENTITY_PROTOCOLS)),
        port: Type.Optional(
          field('The port of the question, if it is not the first of the ports.', Type.Integer({ minimum: 1, maximum: 65535 })),
        ),
      }),
    ),
  ),
  recommended: field('Whether forwarding is advisable; if not, the safer alternative comes first.', Type.Boolean(), true),
  risk: field('How risky it is to open the service to the internet.', oneOf('low', 'medium', 'high', 'critical'), 'medium'),
  security: field('What to do before opening it to the internet, in whole sentences.', LINES, NO_LINES),
  saferAlternative: field('What to do instead of forwarding, or null.', orNull(LOCALIZED), null),
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
  setUp: Type.Optional(field('What to set in the program or the device for its port, in a sentence.', LOCALIZED)),
  natTypes: Type.Optional(
    field(
      'What a console calls the kinds of NAT, such as "NAT type 2": the one that is enough for most games, and the one that is not.',
      closed({ enough: field('The one that is enough.', LOCALIZED), strict: field('The one that is not.', LOCALIZED) }),
    ),
  ),
  knownBy: Type.Optional(field('How one knows that it works, where no check from outside can tell, in a sentence.', LOCALIZED)),
  notes: NOTES,
  ...SOURCED,
})
export type UseCase = Static<typeof USE_CASE>

export const ISP = closed({
  id: field('The id. That of a built-in provider replaces that provider; any other adds a provider.', ID),
  name: NAME,
  aliases: ALIASES,
  country: field('The country (ISO 3166-1 alpha-2), "EU" or "GLOBAL".', COUNTRY),
  equipment: field('The brand id of the box that it supplies, or null.', orNull(ID), null),
  gateways: field('Private addresses of the boxes that it supplies.', list(IPV4), []),
  building: Type.Optional(
    field('True for the network of a building, whose equipment its tenants do not manage.', Type.Boolean()),
  ),
  mobile: Type.Optional(field('True for mobile lines (phones, 5G at home, hotspots).', Type.Boolean())),
  publicAddress: Type.Optional(
    field(
      'How its customers get a public address of their own: never, by asking, for money, or by a switch in the account; null if that is unknown.',
      orNull(oneOf('never', 'on-request', 'paid', 'account')),
    ),
  ),
  asns: Type.Optional(field('The numbers of its networks (ASNs).', list(Type.Integer({ minimum: 1, maximum: 4294967295 })))),
  ipv4: Type.Optional(
    field('How its lines get IPv4, or null if that is unknown.', orNull(oneOf('public', 'shared', 'ds-lite', 'map-e', 'mixed'))),
  ),
  sharedPorts: Type.Optional(
    field(
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
  ),
  bridge: field('How to switch its box to bridge mode or whom to ask, or null.', orNull(LOCALIZED), null),
  carrierNat: field(
    'Whether its lines share public addresses (carrier-grade NAT).',
    closed({
      usual: field('How common that is.', oneOf('no', 'sometimes', 'yes', 'unknown')),
      note: field('The same in a sentence.', LOCALIZED),
    }),
  ),
  blocked: field(
    'Ports that it blocks on all lines.',
    list(
      closed({
        ports: field('The ports, such as "25,135-139".', PORT_LIST),
        protocol: field('The protocol.', oneOf('tcp', 'udp', 'both')),
        note: field('Why, or since when.', LOCALIZED),
      }),
    ),
    [],
  ),
  mayBlock: Type.Optional(
    field(
      'Ports that it blocks on some lines, named only where such a port is concerned.',
      list(
        closed({
          ports: field('The ports, such as "80,443,8080".', PORT_LIST),
          protocol: field('The protocol.', oneOf('tcp', 'udp', 'both')),
          note: field('What is known of it.', LOCALIZED),
        }),
      ),
    ),
  ),
  tips: field('What its customers should know, in whole sentences.', LINES, NO_LINES),
  ask: Type.Optional(field('What to say to its staff to get a public address, or null.', orNull(LOCALIZED))),
  support: field('Its support number, or null.', orNull(TEXT), null),
  ...SOURCED,
})
export type Isp = Static<typeof ISP>
