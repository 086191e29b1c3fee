import type { Gateway } from '../../../policy/gateway.ts'
import type { Service } from './device.ts'
import { askGateway } from './http.ts'
import { valuesIn } from './xml.ts'

/** The values of an answer by their names. */
export type Values = ReadonlyMap<string, string>

/** The reason why an action was not done: a code of UPnP, or no answer that can be read. */
export interface Fault {
  readonly fault: number | 'silent' | 'garbled'
}

const OK = 200
const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/'
const ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/'

/** Has the gateway do something. The arguments are this program's own: nothing in them needs quoting. */
export async function invoke(
  gateway: Gateway,
  { type, place }: Service,
  action: string,
  args: Readonly<Record<string, string | number>>,
  signal: AbortSignal,
): Promise<Values | Fault> {
  const inner = Object.entries(args).map(([name, value]) => `<${name}>${value}</${name}>`)
  const call = `<u:${action} xmlns:u="${type}">${inner.join('')}</u:${action}>`
  const body = `<?xml version="1.0"?>\r\n<s:Envelope xmlns:s="${ENVELOPE}" s:encodingStyle="${ENCODING}"><s:Body>${call}</s:Body></s:Envelope>\r\n`
  const answer = await askGateway(gateway, { place, action: { name: `${type}#${action}`, body } }, signal)
  if (typeof answer === 'string') return { fault: answer }
  const values = valuesIn(answer.body)
  if (answer.status === OK && values.has(`${action}Response`)) return values
  const code = values.get('errorCode') ?? ''
  return { fault: /^-?\d{1,5}$/.test(code) ? Number(code) : 'garbled' }
}

export function isFault(answer: Values | Fault): answer is Fault {
  return 'fault' in answer
}
