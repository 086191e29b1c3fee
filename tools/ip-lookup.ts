import { REGISTRATION_FIELDS, registrationOf } from '../src/ipdata/index.ts'
import { defineTool, publicIp, t } from '../src/tool.ts'
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
  run: ({ target, ipdata, locale }) => registrationOf(ipdata, target.address, locale),
})
