import { ADDRESS_FIELDS, PLACE_FIELDS, placeIn } from '../src/ipdata/index.ts'
import { defineTool, orNull, publicIp, t } from '../src/tool.ts'
import { text } from './ip-location.text.ts'

/** The place of an address in the data, which is where its network serves, not where a person is. */
export default defineTool({
  path: '/api/tools/ip-location',
  group: 'ip',
  rank: 140,
  programs: ['geo', 'geoip', 'geoiplookup', 'ipinfo', 'mmdblookup'],
  text,
  policy: publicIp('ip', { asks: 'nobody' }),
  body: t.Object({ ip: t.String({ examples: ['8.8.8.8', '2606:4700:4700::1111'] }) }),
  result: t.Object({
    ...ADDRESS_FIELDS,
    ...PLACE_FIELDS,
    coordinates: orNull(t.Object({ latitude: t.Number(), longitude: t.Number() })),
    asn: orNull(t.Integer()),
    organization: orNull(t.String()),
  }),
  short: { field: 'countryCode' },
  details: ['ipVersion', 'dataDate', 'countryCode', 'continentCode', 'asn', 'organization'],
  headline(result, { say, locale }) {
    const place = placeIn(result, locale)
    return place === null ? say('headline.unknown', { ip: result.ip }) : say('headline.known', { ip: result.ip, place })
  },
  run({ target, ipdata, locale }) {
    const { address } = target
    const { latitude, longitude, ...place } = ipdata.place(address, locale)
    const { asn, organization } = ipdata.network(address)
    return {
      ip: address.text,
      ipVersion: address.version,
      dataDate: ipdata.dateOf('city', 'network'),
      ...place,
      coordinates: latitude === null || longitude === null ? null : { latitude, longitude },
      asn,
      organization,
    }
  },
})
