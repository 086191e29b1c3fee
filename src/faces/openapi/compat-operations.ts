import { Type } from '@sinclair/typebox'
import { PORT } from '../../contract/schema.ts'
import type { Locale } from '../../contract/text.ts'
import { LINES } from '../compat/echoip.ts'
import { type Components, type Part, type Reference, refer } from './components.ts'
import type { Examples } from './examples.ts'
import { headersOf } from './headers.ts'
import { openapiText } from './openapi.text.ts'
import { refusals } from './problems.ts'
import { ALWAYS } from './tool-operation.ts'

const TEXT = Type.Optional(Type.String())
const ECHO = Type.Object({
  ip: Type.String(),
  ip_decimal: Type.Integer(),
  country: TEXT,
  country_iso: TEXT,
  country_eu: Type.Optional(Type.Boolean()),
  region_name: TEXT,
  city: TEXT,
  latitude: Type.Optional(Type.Number()),
  longitude: Type.Optional(Type.Number()),
  time_zone: TEXT,
  asn: TEXT,
  asn_org: TEXT,
  user_agent: Type.Optional(Type.Object({ product: TEXT, version: TEXT, comment: TEXT, raw_value: TEXT })),
})
const ECHO_PORT = Type.Object({ ip: Type.String(), port: PORT, reachable: Type.Boolean() })

const LIMITED = headersOf('Cache-Control', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id')
const AT_HOME = { ...LIMITED, ...headersOf('Link', 'Vary') }

/** Returns the paths of echoip and of Transmission, as they are answered with --compat. */
export function compatPaths(components: Components, locale: Locale, { problems }: Examples): Record<string, Part> {
  const say = (key: keyof typeof openapiText.en) => openapiText.say(locale, key, {})
  const refused = (codes: Parameters<typeof refusals>[1]) => refusals(components, codes, locale, problems)
  const get = (id: string, summary: string, parameter: Part, content: Part, refusedWith: Part, headers = LIMITED) => ({
    get: {
      operationId: id,
      tags: ['compat'],
      summary,
      parameters: [parameter],
      responses: { 200: { description: summary, headers, content }, ...refusedWith },
    },
  })
  const ip = { name: 'ip', in: 'query', description: say('compat-ip'), schema: { type: 'string' } }
  const port = { name: 'port', in: 'path', required: true, description: say('compat-port'), schema: PORT }
  const facts = refused(new Set([...ALWAYS, 'invalid-request', 'invalid-target', 'target-not-public', 'overloaded']))
  const tested = refused(new Set([...ALWAYS, 'invalid-request', 'requester-not-public', 'overloaded']))
  const text = (schema: Reference | Part) => ({ 'text/plain': { schema } })
  const json = (name: string, schema: object) => ({ 'application/json': { schema: components.schema(name, schema) } })
  const plain = text(refer('schemas', 'Text'))
  const lines = Object.keys(LINES).map((path) => {
    return [path, get(`echoip${path.replaceAll('/', '-')}`, say('compat-line'), ip, plain, facts)]
  })
  const echo = json('Echo', ECHO)
  return {
    '/': get('address', say('compat-address'), ip, { ...plain, ...echo }, facts, AT_HOME),
    '/json': get('echoip-json', say('compat-json'), ip, echo, facts),
    ...Object.fromEntries(lines),
    '/port/{port}': get('echoip-port', say('compat-echoip-port'), port, json('EchoPort', ECHO_PORT), tested),
    '/{port}': get(
      'transmission-port',
      say('compat-transmission-port'),
      port,
      text({ type: 'string', enum: ['0', '1'] }),
      tested,
    ),
  }
}
