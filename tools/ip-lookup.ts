import { REGISTRATION_FIELDS, registrationOf } from '../src/ipdata/index.ts'
import { defineTool, publicIp, t } from '../src/tool.ts'
import { text } from './ip-lookup.text.ts'

/** Whose address is this: the network that announces it and the registry that keeps its record. */
export default defineTool({
  path: '/api/tools/ip-lookup',
  group: 'ip',
  text,
  policy: publicIp('ip'),
  refuses: [],
  body: t.Object({ ip: t.String({ examples: ['8.8.8.8', '2606:4700:4700::1111'] }) }),
  result: t.Object(REGISTRATION_FIELDS),
  run: ({ target, ipdata, locale }) => registrationOf(ipdata, target.address, locale),
})
