import {
  DNS_FINDING,
  DNS_STATUS,
  defineTool,
  isOwnable,
  NEXT_ACTIONS,
  type NextAction,
  pointerOf,
  printHost,
  publicIp,
  showFinding,
  t,
} from '../src/tool.ts'
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
    forwardConfirmed: t.Array(t.Object({ hostname: t.String(), addresses: t.Array(t.String()), confirmed: t.Boolean() })),
    nextActions: NEXT_ACTIONS,
  }),
  print: printHost,
  async run({ target, net, ipdata, next }) {
    const { address } = target
    const ip = address.text
    const type = address.version === 4 ? 'A' : 'AAAA'
    const pointer = pointerOf(address)
    const answer = await net.dns.lookup(pointer, 'PTR')
    const hostnames = answer.values.map((value) => value.replace(/\.$/, ''))

    const confirm = async (hostname: string) => {
      // A name of a local network would be asked of the network that this server stands in.
      const addresses = isOwnable(hostname) ? (await net.dns.lookup(hostname, type)).values : []
      return { hostname, addresses: [...addresses], confirmed: addresses.includes(ip) }
    }
    const forwardConfirmed = await Promise.all(hostnames.slice(0, CONFIRMED_MAX).map(confirm))

    const guidance = (): NextAction[] => {
      const organization = ipdata.network(address).organization ?? '-'
      const again = { tool: 'reverse-dns', request: { ip } }
      switch (answer.reason) {
        case null:
          return forwardConfirmed
            .filter(({ confirmed }) => !confirmed)
            .map(({ hostname }) => next('fix-forward', { hostname, ip, type }, again))
        case 'no-such-name':
        case 'no-such-record':
          return [next('ask-network-owner', { ip, organization }, { tool: 'ip-lookup', request: { ip } })]
        case 'server-failure':
        case 'cname-loop':
          return [next('fix-reverse-zone', { ip, reason: answer.reason, organization }, again)]
        default:
          return [next('ask-again', { ip, reason: answer.reason }, again)]
      }
    }

    return { ip, pointer, ...showFinding(answer), hostnames, forwardConfirmed, nextActions: guidance() }
  },
})
