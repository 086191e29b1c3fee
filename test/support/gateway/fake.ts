// A gateway that speaks UPnP as it likes: what is not said here otherwise, it does as it should.
import type { Socket } from 'node:net'

/** A whole answer, or something that is done to the connection. */
export type Said = string | ((socket: Socket) => void)

export interface Fake {
  readonly name: string
  /** The places that it names, all in answer to each search; its description alone by default. */
  readonly locations?: (address: string) => readonly string[]
  /** The one search that it answers; all of them by default. */
  readonly answersTo?: string
  /** Whether another address answers for it. */
  readonly isImpostor?: boolean
  readonly description?: Said
  /** By action; null for what it should do. */
  readonly control?: Readonly<Record<string, (body: string) => Said | null>>
  /** Whether its rules have no end, whatever is asked for. */
  readonly isLasting?: boolean
}

export const HTTP_PORT = 5000
const SERVICE = 'urn:schemas-upnp-org:service:WANIPConnection:1'
const KEYS = ['NewRemoteHost', 'NewExternalPort', 'NewProtocol', 'NewInternalPort', 'NewInternalClient'] as const
const MORE_KEYS = ['NewEnabled', 'NewPortMappingDescription', 'NewLeaseDuration'] as const

export const answer = (body: string, status = '200 OK', ...fields: string[]) =>
  [`HTTP/1.1 ${status}`, `Content-Length: ${Buffer.byteLength(body)}`, ...fields, '', body].join('\r\n')
export const done = (action: string, values: Readonly<Record<string, string | number>> = {}) => {
  const inner = Object.entries(values).map(([name, value]) => `<${name}>${value}</${name}>`)
  return answer(`<s:Envelope><s:Body><u:${action}Response>${inner.join('')}</u:${action}Response></s:Body></s:Envelope>`)
}
export const fault = (code: number) =>
  answer(`<s:Fault><detail><UPnPError><errorCode>${code}</errorCode></UPnPError></detail></s:Fault>`, '500 Error')

export function description(control = '/ctl', about = '<modelName>AB-1</modelName>', more = ''): string {
  const service = `<service><serviceType>${SERVICE}</serviceType><controlURL>${control}</controlURL></service>`
  return answer(`<root><device>${about}<serviceList>${service}${more}</serviceList></device></root>`)
}

export function ssdpAnswer(location: string): string {
  const kind = 'urn:schemas-upnp-org:device:InternetGatewayDevice:2'
  return `HTTP/1.1 200 OK\r\nST: ${kind}\r\nLOCATION: ${location}\r\n\r\n`
}

/** Returns the values of a rule, as a gateway tells it. */
export function ruleOf(port: number, client: string, rest: Readonly<Record<string, string | number>> = {}) {
  const about = { NewEnabled: 1, NewPortMappingDescription: 'x', NewLeaseDuration: 0 }
  const values = {
    NewRemoteHost: '',
    NewExternalPort: port,
    NewProtocol: 'TCP',
    NewInternalPort: port,
    NewInternalClient: client,
  }
  return { ...values, ...about, ...rest }
}

/** Returns what a router that does as it should says to actions, one after another. */
export function honestRouter(isLasting = false): (action: string, body: string) => string {
  const rules = new Map<string, Record<string, string>>()
  const valueIn = (body: string, key: string) => new RegExp(`<${key}>([^<]*)<`).exec(body)?.[1] ?? ''
  return (action, body) => {
    const key = `${valueIn(body, 'NewExternalPort')} ${valueIn(body, 'NewProtocol')}`
    const rule =
      action === 'GetGenericPortMappingEntry' ? [...rules.values()][Number(valueIn(body, 'NewPortMappingIndex'))] : rules.get(key)
    if (action === 'GetExternalIPAddress') return done(action, { NewExternalIPAddress: '198.51.100.7' })
    if (action === 'AddPortMapping') {
      const values = Object.fromEntries([...KEYS, ...MORE_KEYS].map((name) => [name, valueIn(body, name)]))
      rules.set(key, isLasting ? { ...values, NewLeaseDuration: '0' } : values)
      return done(action)
    }
    if (action.startsWith('Get')) return rule ? done(action, rule) : fault(action.includes('Generic') ? 713 : 714)
    return rules.delete(key) ? done(action) : fault(714)
  }
}
