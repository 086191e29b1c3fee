import type { Gateway } from '../../../policy/gateway.ts'
import type { Service } from './device.ts'
import { askGateway, OK } from './http.ts'
import { type Values, valuesIn } from './xml.ts'

/** The reason why an action was not done: a code of UPnP, or no answer that can be read. */
export interface Fault {
  readonly fault: number | 'silent' | 'garbled'
}

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/'
const ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/'

/** A service of the gateway, which can be asked until the signal fires. */
export class Control {
  constructor(
    private readonly gateway: Gateway,
    private readonly service: Service,
    private readonly signal: AbortSignal,
  ) {}

  /** The same service under another signal. */
  until(signal: AbortSignal): Control {
    return new Control(this.gateway, this.service, signal)
  }

  /** Has it do something. The arguments are this program's own: nothing in them needs quoting. */
  async invoke(action: string, args: Readonly<Record<string, string | number>>): Promise<Values | Fault> {
    const { type, place } = this.service
    const inner = Object.entries(args).map(([name, value]) => `<${name}>${value}</${name}>`)
    const call = `<u:${action} xmlns:u="${type}">${inner.join('')}</u:${action}>`
    const body = `<?xml version="1.0"?>\r\n<s:Envelope xmlns:s="${ENVELOPE}" s:encodingStyle="${ENCODING}"><s:Body>${call}</s:Body></s:Envelope>\r\n`
    const answer = await askGateway(this.gateway, { place, action: { name: `${type}#${action}`, body } }, this.signal)
    if (typeof answer === 'string') return { fault: answer }
    const values = valuesIn(answer.body)
    if (answer.status === OK && values.has(`${action}Response`)) return values
    const code = values.get('errorCode') ?? ''
    return { fault: /^-?\d{1,5}$/.test(code) ? Number(code) : 'garbled' }
  }
}
