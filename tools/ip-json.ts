import { ADDRESS_FIELDS, PLACE_FIELDS } from '../src/ipdata/index.ts'
import { defineQuery, joined, oneOf, orNull, t } from '../src/tool.ts'
import { text } from './ip-json.text.ts'

/** The requester's address with its network and place. An address that is not public has a scope and no place. */
export default defineQuery({
  path: '/api/ip/json',
  group: 'ip',
  rank: 12,
  text,
  result: t.Object({
    ...ADDRESS_FIELDS,
    ...PLACE_FIELDS,
    latitude: orNull(t.Number()),
    longitude: orNull(t.Number()),
    asn: orNull(t.Integer()),
    organization: orNull(t.String()),
    scope: oneOf('public', 'private', 'shared', 'loopback', 'link-local', 'reserved'),
  }),
  short: { field: 'ip' },
  run({ caller, ipdata, locale }) {
    const { address, scope } = caller
    const isPublic = scope === 'public'
    return joined(
      ipdata.subjectPart(address, 'city', 'network'),
      isPublic ? ipdata.placePart(address, locale) : NOWHERE,
      isPublic ? ipdata.holderPart(address) : NOBODY,
      SCOPES[scope],
    )
  },
})

const SCOPES = {
  public: joined({ scope: 'public' }),
  private: joined({ scope: 'private' }),
  shared: joined({ scope: 'shared' }),
  loopback: joined({ scope: 'loopback' }),
  'link-local': joined({ scope: 'link-local' }),
  reserved: joined({ scope: 'reserved' }),
}

const NOBODY = joined({ asn: null, organization: null })
const NOWHERE = joined({
  country: null,
  countryCode: null,
  continent: null,
  continentCode: null,
  region: null,
  city: null,
  latitude: null,
  longitude: null,
  timezone: null,
})
