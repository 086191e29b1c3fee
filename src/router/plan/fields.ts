import { type Static, Type } from '@sinclair/typebox'
import { oneOf, orNull, PORT } from '../../contract/schema.ts'
import { NAT_VERDICTS, WORKS } from '../judgement/line.ts'

const PROTOCOL = oneOf('tcp', 'udp')
const LINES = Type.Array(Type.String())
/** The machine to run lines on; `device` is the one that runs the service. */
const WHERE = oneOf('router', 'device')
/** The fields of a router's form. */
const FORM = {
  name: Type.String(),
  externalPort: Type.String(),
  internalPort: Type.String(),
  protocol: Type.String(),
  internalIp: Type.String(),
}

/** The fields of a plan, except for the next actions. */
export const PLAN_FIELDS = {
  service: Type.Object({ id: Type.String(), name: Type.String(), category: Type.String() }),
  protocol: oneOf('tcp', 'udp', 'both'),
  ports: Type.Array(
    Type.Object({
      external: Type.String(),
      internal: Type.String(),
      protocol: PROTOCOL,
      purpose: Type.String(),
      required: Type.Boolean(),
      forward: Type.Boolean(),
    }),
  ),
  internalIp: orNull(Type.String()),
  router: Type.Object({
    id: orNull(Type.String()),
    name: Type.String(),
    known: Type.Boolean({ description: 'whether the path to its rules is known' }),
    guessed: Type.Boolean({ description: 'whether only the address of the device speaks for it' }),
    feature: Type.String(),
    fields: Type.Object(FORM),
    finish: orNull(Type.String({ description: 'what else it takes for a rule to have effect' })),
    app: orNull(Type.Object({ name: Type.String(), only: Type.Boolean() })),
    upnp: oneOf('on', 'off', 'varies'),
  }),
  isp: orNull(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      guessed: Type.Boolean({ description: 'whether only the network of the requester speaks for it' }),
    }),
  ),
  menuPath: LINES,
  menuVariants: Type.Array(Type.Object({ when: Type.String(), menuPath: LINES })),
  reservationPath: orNull(LINES),
  rules: Type.Array(
    Type.Object({
      ...FORM,
      protocol: oneOf('tcp', 'udp', 'both'),
      required: Type.Boolean(),
      form: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
    }),
  ),
  commands: Type.Array(
    Type.Object({
      kind: oneOf('upnpc', 'openwrt-uci', 'routeros', 'nftables', 'ufw', 'windows-firewall'),
      where: WHERE,
      note: Type.String(),
      lines: LINES,
    }),
  ),
  undo: Type.Array(Type.Object({ text: Type.String(), lines: LINES })),
  ipv6: orNull(
    Type.Object({
      menuPath: orNull(LINES),
      text: Type.String(),
      commands: Type.Array(Type.Object({ kind: Type.String(), where: WHERE, lines: LINES })),
    }),
  ),
  alternatives: Type.Array(
    Type.Object({
      kind: oneOf('public-address', 'ipv6', 'tunnel', 'vpn', 'relay'),
      name: Type.String(),
      text: Type.String(),
      lines: LINES,
    }),
  ),
  friendsConnectTo: orNull(Type.String()),
  listening: Type.Array(
    Type.Object({ platform: oneOf('windows', 'linux', 'macos'), check: Type.String(), listener: orNull(Type.String()) }),
  ),
  verify: Type.Array(Type.Object({ tool: Type.Literal('port-check'), request: Type.Object({ port: PORT, protocol: PROTOCOL }) })),
  nat: oneOf(...NAT_VERDICTS),
  forwardingWorks: oneOf(...WORKS),
  securityNotes: LINES,
  caution: orNull(Type.String({ description: 'the note that everybody who opens the service should read' })),
  saferAlternative: orNull(Type.String()),
  upnp: Type.Object({ status: Type.String(), note: Type.String() }),
  notes: LINES,
  notUnderstood: Type.Array(Type.String(), { description: 'the fields whose hints name nothing known' }),
}

export type Plan = { -readonly [Field in keyof typeof PLAN_FIELDS]: Static<(typeof PLAN_FIELDS)[Field]> }
