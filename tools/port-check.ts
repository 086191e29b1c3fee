import {
  aboutOf,
  checkPort,
  heardOf,
  insteadOf,
  isOftenBlocked,
  keyIn,
  PORT_FIELDS,
  type PORT_STATUSES,
  PROOF_KEY,
  printPort,
  reachOf,
  type ShownPort,
  sayReach,
  serviceName,
  WORDS,
  wordsOf,
} from '../src/diagnostics/port/index.ts'
import {
  type About,
  isSilent,
  isUnsure,
  mayBeBlocked,
  printSighting,
  SIGHTING_FIELDS,
  sayEnd,
  whereActions,
} from '../src/diagnostics/where/index.ts'
import {
  blockOf,
  commonQuery,
  findUseCase,
  type Judgement,
  judge,
  queryOf,
  readHints,
  serviceNeeding,
  serviceOf,
  sharedPortsAction,
} from '../src/router/index.ts'
import {
  defineTool,
  followUp,
  NEXT_ACTIONS,
  type Next,
  type NextAction,
  oneOf,
  PORT,
  pastedService,
  refusing,
  requester,
  t,
  usually,
} from '../src/tool.ts'
import { text } from './port-check.text.ts'

/** Checks whether anything answers on one port, at the requester's own address and no other. */
export default defineTool({
  path: '/api/tools/port-check',
  group: 'port',
  rank: 20,
  programs: ['port', 'portcheck', 'canyouseeme'],
  text,
  policy: requester('port'),
  body: t.Object({
    port: { ...PORT, examples: [443] },
    protocol: usually(oneOf('tcp', 'udp'), 'tcp'),
    useCase: t.Optional(pastedService(refusing(t.String({ examples: ['minecraft'] }), 'unknown-value'))),
    explain: usually(t.Boolean(), true),
    proof: t.Optional(PROOF_KEY),
  }),
  result: t.Object({
    ...PORT_FIELDS,
    words: WORDS,
    nextActions: NEXT_ACTIONS,
  }),
  event: t.Object(SIGHTING_FIELDS),
  good: { field: 'status', values: ['open'] },
  judge: judged,
  reach: { field: 'status', reached: ['open'], missed: ['closed', 'timeout', 'refused'], address: ['ip'] },
  details: ['reason', 'failedLayer', 'where', 'words'],
  headline(found, { say, target, net, locale }) {
    const { ip, port, protocol, status, nextActions } = found
    const about = aboutOf(found, { service: null, query: null }, locale)
    const slots = { ip, port, protocol: protocol.toUpperCase() }
    const codes = new Set(nextActions.map(({ code }) => code))
    if (codes.has('leave-shut')) return say('headline.shut', slots)
    if (codes.has('only-this-port')) return say('headline.only-this-port', slots)
    if (found.proof === 'proven' || found.proof === 'someone-else') return say(`headline.${found.proof}`, slots)
    if (about) return sayEnd(about)
    if (codes.has('close-router-page')) return say('headline.router-page', slots)
    if (codes.has('check-program')) return say('headline.other-service', slots)
    if (status !== 'open') return say(`headline.${status}`, slots)
    const { seen, source } = reachOf({ target: target.address, source: net.tcp.sourceTo(target) })
    return source === null ? say(`headline.${seen}`, slots) : say('headline.answers-from', { ...slots, source })
  },
  printEvent: printSighting,
  print: printPort,
  async run({ body, target, net, ipdata, disclosure, catalogue, locale, next, report }) {
    const { protocol = 'tcp', useCase, explain = true } = body
    const { address, port } = target
    const known = await catalogue()
    const named = useCase === undefined ? null : findUseCase(known, useCase)
    const hints = readHints({}, known, ipdata.network(address).asn)
    const service = serviceOf(named, named ? [] : [{ port, protocol }])
    const judgement = judge({ ...hints, service }, known, address)
    const likely = named ?? serviceNeeding(known.portUses, port, protocol, await serviceName(port, protocol))
    const query = queryOf(likely, port, named === null) ?? (named ? null : commonQuery(known.portUses, port, protocol))
    const asking = { protocol, explains: explain, query, report, key: keyIn(body.proof) }
    const { found, isHost } = await checkPort(net, target, asking, { ipdata, disclosure })
    const expected = { service: likely?.name[locale] ?? null, query }
    const about = aboutOf(found, expected, locale)
    const shut = named ?? judgement.dangers[0]?.service ?? null
    const block = blockOf(hints.isp?.isp ?? null, port, protocol)
    const asked = { port, protocol, ...(useCase === undefined ? {} : { useCase }) }
    const again = followUp('port-check', asked)
    const line = { version: address.version, isBetterShut: judgement.advice === 'keep-shut' }
    const nextActions = guidance(next, {
      ...found,
      about,
      heard: heardOf(found, query, locale, again),
      instead: insteadOf(found, query, { ...asked, ...line, address, locale }, again),
      isHost,
      judgement,
      version: address.version,
      title: shut?.name[locale] ?? found.service ?? protocol.toUpperCase(),
      again,
      all: followUp('reachability', asked),
      plan: followUp('port-forward-plan', likely ? { useCase: likely.id } : { ports: [{ port, protocol }] }),
      saferPlan: followUp('port-forward-plan', { useCase: shut?.saferUse ?? 'wireguard' }),
      provider: hints.isp && (hints.isp.isp.blocked.length > 0 || block) ? hints.isp.isp.name[locale] : null,
      block: block?.certainty ?? null,
      shared: address.version === 4 && judgement.line.sharesPorts ? sharedPortsAction(hints.isp?.isp ?? null, locale) : [],
      reach: sayReach(locale, { target: address, source: net.tcp.sourceTo(target) }),
    })
    return { ...found, words: wordsOf(found, about, expected, locale), nextActions }
  },
})

type Found = ShownPort & { readonly nextActions: readonly NextAction[] }

/** Judges a port where its status does not: one that should stay shut, one where another answers, and silence over UDP, which proves nothing. */
function judged({ status, protocol, where, proof, nextActions }: Found): boolean | null | undefined {
  const codes = new Set(nextActions.map(({ code }) => code))
  if (status === 'open' && proof === 'no-answer') return null
  if (status === 'open') return codes.has('port-is-open') && !codes.has('protect-service')
  if (status === 'error' || codes.has('ask-console')) return null
  if (codes.has('needs-no-port')) return true
  if (protocol === 'udp' && status === 'timeout' && (where === null || isSilent(where))) return null
  return codes.has('leave-shut') ? true : undefined
}

type FollowUp = ReturnType<typeof followUp>

interface Checked {
  readonly ip: string
  readonly version: 4 | 6
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  /** The service that was named or that makes the port dangerous, otherwise what is registered for the port. */
  readonly title: string
  readonly status: (typeof PORT_STATUSES)[number]
  readonly reason: string | null
  /** Null if it was not looked where packets end. */
  readonly about: About | null
  /** The advice on who answers in place of the service; none if nobody does. */
  readonly instead: NextAction[]
  /** The advice on a port that is silent while its program answers on another. */
  readonly heard: NextAction | null
  /** Whether the answer came from the host itself. */
  readonly isHost: boolean
  readonly judgement: Judgement
  /** The provider, if it is known which ports it blocks. */
  readonly provider: string | null
  readonly block: 'always' | 'sometimes' | null
  /** The step before any rule on a line that may have only a range of ports; none on any other. */
  readonly shared: readonly NextAction[]
  readonly reach: string
  readonly again: FollowUp
  readonly all: FollowUp
  readonly plan: FollowUp
  readonly saferPlan: FollowUp
}

type Advise = Next<typeof text.en>

const MAIL_PORT = 25
const ACTIONS_MAX = 5

function guidance(next: Advise, checked: Checked): NextAction[] {
  const { ip, port, protocol, title, status, reason, judgement, about, instead, again } = checked
  const slots = { protocol: protocol.toUpperCase(), port, ip }
  if (status === 'error') {
    return [
      reason === 'rate-limited'
        ? next('wait-for-target', { address: ip }, again)
        : next('try-again', { reason: reason ?? '' }, again),
    ]
  }
  const { advice } = judgement
  if (status === 'open' && instead.length > 0) return instead
  if (status === 'open') {
    const warning = advice === 'keep-shut' ? [next('protect-service', { port, service: title })] : []
    // A proof that this server could not try.
    const retry = reason === null ? [] : [next('wait-for-target', { address: ip }, again)]
    return [next('port-is-open', { ...slots, reach: checked.reach }), ...warning, ...retry]
  }
  if (advice === 'not-needed') return [next('needs-no-port', { service: title })]
  if (advice === 'ask-console') return [next('ask-console', { service: title })]
  if (advice === 'keep-shut') return [next('leave-shut', { ...slots, service: title }, checked.saferPlan)]
  if (checked.heard) return [checked.heard, next('forward-port', slots, checked.plan)]
  const steps = about ? guidanceByEnd(next, checked, about) : closedGuidance(next, checked, slots)
  const shared = about?.where.forwardingRule === 'proven' ? [] : checked.shared
  return [...shared, ...steps].slice(0, ACTIONS_MAX)
}

type Slots = Pick<Checked, 'port' | 'ip'> & { readonly protocol: string }

/** Returns what to do about a port that should be open, first what makes the rest pointless. */
function closedGuidance(next: Advise, checked: Checked, slots: Slots): NextAction[] {
  const { ip, version, protocol, status, reason, isHost, again, all, plan } = checked
  const isRefusal = status === 'refused' || (reason === 'port-unreachable' && protocol === 'udp' && isHost)
  if (isRefusal && version === 6) return [next('start-service-ipv6', slots, again), next('open-pinhole-if-running', slots)]
  if (isRefusal) return [next('start-service', slots, again), next('ask-who-answers', slots, plan)]
  // Over UDP a host answers this way; over TCP only a firewall does.
  if (status === 'closed') return [next('router-says-no', { ...slots, reason: reason ?? '' }, again)]
  const silence = protocol === 'udp' ? [next('silence-proves-nothing', {})] : []
  const last = next('check-all', {}, all)
  if (version === 6) return [...silence, next('open-pinhole', slots, again), last]
  const block = blockGuidance(next, checked)
  return [
    ...silence,
    ...(checked.block === 'always' ? block : []),
    next('compare-router-address', { ip }),
    next('forward-port', slots, plan),
    next('open-firewall', {}),
    ...(checked.block === 'always' ? [] : block),
    last,
  ]
}

/** Returns what to do about a port by where its packets ended. */
function guidanceByEnd(next: Advise, checked: Checked, about: About): NextAction[] {
  const block = mayBeBlocked(about) ? blockGuidance(next, checked) : []
  const last = isUnsure(about.where) ? [next('check-all', {}, checked.all)] : []
  const steps = whereActions(about, checked)
  if (block.length === 0) return [...steps, ...last]
  // The sentence on the block says already whom to ask, and which port to take instead.
  const others = steps.filter(({ code }) => code !== 'ask-provider' && code !== 'use-other-port')
  return checked.block === 'always' ? [...block, ...others, ...last] : [...others, ...block, ...last]
}

/** Returns what to do about a port that the provider blocks or may block. Of a provider whose blocks are known, the others are not suspected. */
function blockGuidance(next: Advise, { port, protocol, provider, block }: Checked): NextAction[] {
  if (provider !== null && block === null) return []
  if (block === null && !(protocol === 'tcp' && isOftenBlocked(port))) return []
  if (provider === null) return [next(port === MAIL_PORT ? 'mail-blocked' : 'provider-blocks', { port })]
  if (port === MAIL_PORT) return [next('mail-blocked-by', { port, provider })]
  return [next(block === 'always' ? 'blocked-by' : 'maybe-blocked-by', { port, provider })]
}
