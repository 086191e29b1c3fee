import { ADDRESS_FIELDS, REGISTRIES } from '../src/ipdata/index.ts'
import { defineTool, oneOf, orNull, publicIp, t } from '../src/tool.ts'
import { text } from './ip-lookup.text.ts'

/** Whose address is this: the network that announces it and the registry that keeps its record. */
export default defineTool({
  path: '/api/tools/ip-lookup',
  group: 'ip',
  text,
  policy: publicIp('ip'),
  body: t.Object({ ip: t.String({ examples: ['8.8.8.8', '2606:4700:4700::1111'] }) }),
  result: t.Object({
    ...ADDRESS_FIELDS,
    organization: orNull(t.String()),
    prefix: orNull(t.String()),
    registry: orNull(oneOf(...REGISTRIES)),
    country: orNull(t.String()),
    countryCode: orNull(t.String()),
    asns: t.Array(t.Object({ asn: t.Integer(), organization: orNull(t.String()), prefix: orNull(t.String()) })),
  }),
  run({ target, ipdata, locale }) {
    const { address } = target
    const { asn, organization, prefix } = ipdata.network(address)
    const { country, countryCode } = ipdata.place(address, locale)
    return {
      ip: address.text,
      ipVersion: address.version,
      dataDate: ipdata.dateOf('city', 'network'),
      organization,
      prefix,
      registry: ipdata.registry(address),
      country,
      countryCode,
      asns: asn === null ? [] : [{ asn, organization, prefix }],
    }
  },
})
