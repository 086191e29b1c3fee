import {
  type Answer,
  briefly,
  bytesInAnswer,
  hasAnswer,
  judgeLookup,
  printHost,
  REVERSE_FIELDS,
  sayFinding,
  sayMore,
  showFinding,
  someOf,
} from '../src/diagnostics/dns/index.ts'
import { doubtsAbout } from '../src/ipdata/index.ts'
import {
  type Address,
  type Block,
  defineTool,
  facts,
  followUp,
  NEXT_ACTIONS,
  type Net,
  type Next,
  type NextAction,
  publicIp,
  type QueryName,
  t,
} from '../src/tool.ts'
import { text } from './reverse-dns.text.ts'

/** The most names that are looked up to see whether they point back. Some addresses have thousands. */
const CONFIRMED_MAX = 10

/** Looks up the names of an address, and whether they point back to it. */
export default defineTool({
  path: '/api/tools/reverse-dns',
  group: 'dns',
  rank: 90,
  programs: ['rdns', 'ptr', 'reverse'],
  text,
  policy: publicIp('ip'),
  weight: 2,
  body: t.Object({ ip: t.String({ examples: ['8.8.8.8', '2606:4700:4700::1111'] }) }),
  result: t.Object({ ...REVERSE_FIELDS, nextActions: NEXT_ACTIONS }),
  good: { field: 'status', values: ['noerror'] },
  judge: judgeLookup,
  short: { field: 'hostnames' },
  compares: { field: 'hostnames' },
  news: ['hostnames'],
  details: ['pointer', 'failedLayer', 'localNames'],
  print: printHost,
  blocks({ ip, hostnames, forwardConfirmed, omitted, localNames, ...found }, { say, locale }) {
    const looked = forwardConfirmed.map(({ hostname }) => hostname)
    const note = (said: string | null): Block | null => (said === null ? null : { kind: 'note', text: said })
    return [
      ...forwardConfirmed.map((look): Block => {
        const { hostname, addresses, confirmed } = look
        const mark = confirmed ? 'good' : hasAnswer(look) ? 'bad' : 'unknown'
        const cut = addresses.length === 0 ? sayFinding(look, locale) : sayMore(look.omitted, locale)
        return {
          kind: 'pair',
          mark,
          word: say(`match.${mark}`),
          left: { label: say('is-called', { ip }), values: [hostname] },
          right: { label: say('points-at', { name: hostname }), values: addresses, note: cut },
        }
      }),
      facts([
        [say('answer'), found.status === 'noerror' ? null : sayFinding(found, locale)],
        [say('not-checked'), hostnames.filter((hostname) => !looked.includes(hostname))],
      ]),
      note(sayMore(omitted, locale)),
      note(localNames > 0 ? say('hidden-names', { count: localNames }) : null),
    ]
  },
  headline({ ip, status, hostnames, localNames, forwardConfirmed }, { say }) {
    if (status === 'nxdomain' || status === 'nodata') return say('headline.no-name', { ip })
    if (hostnames.length === 0) return say(localNames > 0 ? 'headline.local' : 'headline.no-answer', { ip })
    const isSure = hostnames.length === forwardConfirmed.length && forwardConfirmed.every(({ confirmed }) => confirmed)
    return say(isSure ? 'headline.confirmed' : 'headline.unconfirmed', { ip, names: briefly(hostnames) })
  },
  async run({ target, net, ipdata, locale, say, next }) {
    const { address, pointer } = target
    const ip = address.text
    const answer = await net.dns.lookup(pointer, 'PTR')
    const names = answer.values.map((value) => value.replace(/\.$/, ''))
    const publicNames = names.map((name) => net.dns.found(name)).filter((name) => name !== null)
    const localNames = names.length - publicNames.length
    const { items: hostnames, omitted } = net.budget.show(publicNames, ({ ascii }) => bytesInAnswer(ascii))
    const forwardConfirmed = await Promise.all(
      hostnames.slice(0, CONFIRMED_MAX).map((hostname) => confirm(net, hostname, address)),
    )
    const { organization } = ipdata.network(address)
    const owned = { address, organization: organization ?? say('unknown-network') }
    const actions = [
      ...localGuidance(next, owned, answer, localNames),
      ...(answer.reason === null ? forwardGuidance(next, owned, forwardConfirmed) : guidance(next, owned, answer)),
    ]
    return {
      ip,
      pointer: pointer.ascii,
      ...showFinding(answer),
      hostnames: hostnames.map(({ ascii }) => ascii),
      omitted: omitted + answer.unread,
      localNames,
      forwardConfirmed,
      nextActions: actions.length > 0 && organization !== null ? [...actions, ...doubtsAbout(ipdata, locale)] : actions,
    }
  },
})

type Advise = Next<typeof text.en>
type Confirmed = Awaited<ReturnType<typeof confirm>>

/** An address, and the organization of its network. */
interface Owned {
  readonly address: Address
  readonly organization: string
}

function typeOf({ version }: Address) {
  return version === 4 ? 'A' : 'AAAA'
}

/** Returns whether a name points back to the address. */
async function confirm({ dns, budget }: Net, hostname: QueryName, address: Address) {
  const found = await dns.lookup(hostname, typeOf(address))
  const addresses = budget.show(found.values, bytesInAnswer)
  return {
    hostname: hostname.ascii,
    addresses: [...addresses.items],
    omitted: addresses.omitted + found.unread,
    confirmed: found.values.includes(address.text) || (hasAnswer(found) ? false : null),
    ...showFinding(found),
  }
}

function localGuidance(
  next: Advise,
  { address: { text: ip }, organization }: Owned,
  { reason, leadsTo }: Answer,
  localNames: number,
): NextAction[] {
  return [
    ...(localNames > 0 ? [next('local-names', { ip, count: localNames, organization })] : []),
    ...(reason === 'leads-to-local-name'
      ? someOf(leadsTo).map((name) => next('leads-to-local-name', { ip, target: name, organization }))
      : []),
  ]
}

function forwardGuidance(next: Advise, { address }: Owned, all: readonly Confirmed[]): NextAction[] {
  const ip = address.text
  const again = followUp('reverse-dns', { ip })
  return all
    .filter(({ confirmed }) => !confirmed)
    .map(({ hostname, reason, ...found }) => {
      if (hasAnswer(found)) return next('fix-forward', { hostname, ip, type: typeOf(address) }, again)
      if (reason === 'budget-exceeded') return next('budget-exceeded', { domain: ip })
      return next('could-not-confirm', { hostname, ip, reason: reason ?? '' }, again)
    })
}

/** Returns why the address has no names, and who can change that. */
function guidance(next: Advise, { address: { text: ip }, organization }: Owned, { reason }: Answer): NextAction[] {
  const again = followUp('reverse-dns', { ip })
  switch (reason) {
    case 'leads-to-local-name':
      return []
    case 'no-such-name':
    case 'no-such-record':
      return [next('ask-network-owner', { ip, organization }, followUp('ip-lookup', { ip }))]
    case 'server-failure':
    case 'cname-loop':
      return [next('fix-reverse-zone', { ip, reason, organization }, again)]
    case 'budget-exceeded':
      return [next('budget-exceeded', { domain: ip })]
    default:
      return [next('ask-again', { ip, reason: reason ?? '' }, again)]
  }
}
