import { ADDRESS_FIELDS, networkFacts, PLACE_FIELDS, placeIn, sourceFacts } from '../src/ipdata/index.ts'
import { defineTool, facts, orNull, publicIp, type Say, t } from '../src/tool.ts'
import { text } from './ip-location.text.ts'

/** The distance from a place in the data at which an address still may be: where a city is known, and where only its country is. */
const [NEAR_CITY_KM, IN_COUNTRY_KM] = [50, 300]

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
  blocks({ coordinates, timezone, city, region, asn, organization, ...found }, { say, locale }) {
    const place = placeIn({ city, region, ...found }, locale)
    const isVague = city === null && region === null
    return [
      place === null || coordinates === null
        ? null
        : {
            kind: 'map',
            title: say('map', { place }),
            places: [coordinates],
            aroundKm: isVague ? IN_COUNTRY_KM : NEAR_CITY_KM,
          },
      place === null ? null : { kind: 'note', text: say(isVague ? 'only-country' : 'roughly') },
      facts([
        [say('timezone'), timezone?.replaceAll('_', ' ')],
        [say('coordinates'), coordinates && degrees(coordinates, say)],
        ...networkFacts(organization, asn === null ? [] : [asn], locale),
      ]),
      sourceFacts(found, locale),
    ]
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

/** Returns coordinates as maps write them, no finer than they are known. */
function degrees({ latitude, longitude }: { latitude: number; longitude: number }, say: Say<typeof text.en>): string {
  const shown = (angle: number) => Math.abs(angle).toFixed(1)
  const [ns, ew] = [say(latitude < 0 ? 'south' : 'north'), say(longitude < 0 ? 'west' : 'east')]
  return say('degrees', { latitude: shown(latitude), ns, longitude: shown(longitude), ew })
}
