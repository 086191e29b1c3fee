import { networkFacts, REGISTRATION_FIELDS, registrationOf, sourceFacts } from '../src/ipdata/index.ts'
import { type Block, defineTool, facts, publicIp, t } from '../src/tool.ts'
import { text } from './ip-lookup.text.ts'

/** The network that announces an address and the registry that keeps its record. */
export default defineTool({
  path: '/api/tools/ip-lookup',
  group: 'ip',
  rank: 150,
  programs: ['whois', 'asn', 'rdap'],
  text,
  policy: publicIp('ip', { asks: 'nobody' }),
  body: t.Object({ ip: t.String({ examples: ['8.8.8.8', '2606:4700:4700::1111'] }) }),
  result: t.Object(REGISTRATION_FIELDS),
  short: { field: 'organization' },
  details: ['ipVersion', 'dataDate'],
  headline: ({ ip, organization }, { say }) =>
    organization === null ? say('headline.unknown', { ip }) : say('headline.known', { ip, organization }),
  blocks: ({ ip, prefix, registry, country, organization, asns, ...source }, { say, locale }) => [
    facts([
      ...networkFacts(
        organization,
        asns.map(({ asn }) => asn),
        locale,
      ),
      [say('prefix'), prefix],
      [say('registry'), registry && say(`registry.${registry}`)],
      [say('country'), country],
    ]),
    placeInPrefix(ip, prefix, (count) => say('addresses', { count })),
    sourceFacts(source, locale),
  ],
  run: ({ target, ipdata, locale }) => registrationOf(ipdata, target.address, locale),
})

/** Draws where an IPv4 address is in the range that its network announces. */
function placeInPrefix(ip: string, prefix: string | null, counted: (count: number) => string): Block | null {
  const [first = '', bits] = prefix?.split('/') ?? []
  if (bits === undefined || ip.includes(':')) return null
  const count = 2 ** (32 - Number(bits))
  const [from, to] = [numberOf(first), numberOf(first) + count - 1]
  const last = [24, 16, 8, 0].map((shift) => Math.floor(to / 2 ** shift) % 256).join('.')
  return { kind: 'bars', from, to, ends: [first, last], bars: [{ label: ip, value: numberOf(ip), text: counted(count) }] }
}

function numberOf(ip: string): number {
  return ip.split('.').reduce((number, part) => number * 256 + Number(part), 0)
}
