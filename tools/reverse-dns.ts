import {
  DNS_FINDING,
  DNS_STATUS,
  hasAnswer,
  jsonBytes,
  OMITTED,
  pointerOf,
  printHost,
  showFinding,
  someOf,
} from '../src/diagnostics/dns/index.ts'
import { defineTool, followUp, NEXT_ACTIONS, type NextAction, publicIp, t } from '../src/tool.ts'
import { text } from './reverse-dns.text.ts'

/** Some addresses have thousands of names; so many are looked up to see whether they point back. */
const CONFIRMED_MAX = 10

/** What is this address called, and do those names mean it. */
export default defineTool({
  path: '/api/tools/reverse-dns',
  group: 'dns',
  text,
  policy: publicIp('ip'),
  body: t.Object({ ip: t.String({ examples: ['8.8.8.8', '2606:4700:4700::1111'] }) }),
  result: t.Object({
    ip: t.String(),
    pointer: t.String(),
    status: DNS_STATUS,
    ...DNS_FINDING,
    hostnames: t.Array(t.String()),
    omitted: OMITTED,
    localNames: t.Integer({ minimum: 0, description: 'How many names belong to a local network; they are not shown' }),
    forwardConfirmed: t.Array(
      t.Object({
        hostname: t.String(),
        addresses: t.Array(t.String()),
        omitted: OMITTED,
        confirmed: t.Boolean(),
        status: DNS_STATUS,
        ...DNS_FINDING,
      }),
    ),
    nextActions: NEXT_ACTIONS,
  }),
  print: printHost,
  async run({ target, net, ipdata, next }) {
    const { address } = target
    const ip = address.text
    const type = address.version === 4 ? 'A' : 'AAAA'
    const pointer = pointerOf(address)
    const answer = await net.dns.lookup(pointer, 'PTR')
    const names = answer.values.map((value) => value.replace(/\.$/, ''))
    const publicNames = names.filter((name) => !net.dns.isLocal(name))
    const localNames = names.length - publicNames.length
    const { items: hostnames, omitted } = net.budget.show(publicNames, jsonBytes)

    const confirm = async (hostname: string) => {
      const found = await net.dns.lookup(hostname, type)
      const addresses = net.budget.show(found.values, jsonBytes)
      return {
        hostname,
        addresses: [...addresses.items],
        omitted: addresses.omitted + found.unread,
        confirmed: found.values.includes(ip),
        ...showFinding(found),
      }
    }
    const forwardConfirmed = await Promise.all(hostnames.slice(0, CONFIRMED_MAX).map(confirm))

    const organization = ipdata.network(address).organization ?? '-'
    const again = followUp('reverse-dns', { ip })

    const forwardActions = () =>
      forwardConfirmed
        .filter(({ confirmed }) => !confirmed)
        .map(({ hostname, reason, ...found }) => {
          if (hasAnswer(found)) return next('fix-forward', { hostname, ip, type }, again)
          if (reason === 'budget-exceeded') return next('budget-exceeded', { ip })
          return next('could-not-confirm', { hostname, ip, reason: reason ?? '' }, again)
        })

    const localActions = () => [
      ...(localNames > 0 ? [next('local-names', { ip, count: localNames, organization })] : []),
      ...(answer.reason === 'leads-to-local-name'
        ? someOf(answer.leadsTo).map((name) => next('leads-to-local-name', { ip, target: name, organization }))
        : []),
    ]

    const guidance = (): NextAction[] => {
      switch (answer.reason) {
        case null:
          return forwardActions()
        case 'leads-to-local-name':
          return []
        case 'no-such-name':
        case 'no-such-record':
          return [next('ask-network-owner', { ip, organization }, followUp('ip-lookup', { ip }))]
        case 'server-failure':
        case 'cname-loop':
          return [next('fix-reverse-zone', { ip, reason: answer.reason, organization }, again)]
        case 'budget-exceeded':
          return [next('budget-exceeded', { ip })]
        default:
          return [next('ask-again', { ip, reason: answer.reason }, again)]
      }
    }

    return {
      ip,
      pointer,
      ...showFinding(answer),
      hostnames: [...hostnames],
      omitted: omitted + answer.unread,
      localNames,
      forwardConfirmed,
      nextActions: [...localActions(), ...guidance()],
    }
  },
})
