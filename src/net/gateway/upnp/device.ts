import type { Gateway } from '../../../policy/gateway.ts'
import { askGateway, OK, type Place, placeOf } from './http.ts'
import { descriptionsOf } from './ssdp.ts'
import { tagsIn } from './xml.ts'

export interface Service {
  readonly type: string
  readonly place: Place
}

/** A gateway as its description has it. */
export interface Device {
  readonly version: 1 | 2
  readonly model: string | null
  readonly manufacturer: string | null
  /** The services that translate ports: of a gateway with several lines, several. */
  readonly connections: readonly Service[]
  readonly pinholes: Service | null
}

const DESCRIPTIONS_MAX = 5
const SERVICES_MAX = 16
const CONNECTIONS_MAX = 4
const TEXT_CHARACTERS_MAX = 100
/** Exactly these go into requests, so that a description cannot write a part of one. */
const CONNECTION = /^urn:schemas-upnp-org:service:WAN(IP|PPP)Connection:[12]$/
const PINHOLES = /^urn:schemas-upnp-org:service:WANIPv6FirewallControl:1$/
const SECOND_VERSION = 'urn:schemas-upnp-org:device:InternetGatewayDevice:2'

/** Finds the gateway's description and reads it; null if it has none with a service of ours. */
export async function findDevice(gateway: Gateway, signal: AbortSignal): Promise<Device | null> {
  for (const place of (await descriptionsOf(gateway, signal)).slice(0, DESCRIPTIONS_MAX)) {
    const answer = await askGateway(gateway, { place, action: null }, signal)
    const isRead = typeof answer !== 'string' && answer.status === OK
    const device = isRead ? deviceIn(answer.body, gateway, place) : null
    if (device) return device
  }
  return null
}

/** Reads a description. Places on any other host are left out, its base included. */
export function deviceIn(document: string, gateway: Gateway, location: Place): Device | null {
  const firsts = new Map<string, string>()
  const named: { type: string; control: string }[] = []
  let [type, control, version]: [string, string, 1 | 2] = ['', '', 1]
  for (const { name, isEnd, text } of tagsIn(document)) {
    if (name === 'service' && isEnd) {
      if (control !== '' && (CONNECTION.test(type) || PINHOLES.test(type))) named.push({ type, control })
      type = ''
      control = ''
    } else if (name === 'serviceType' && !isEnd) type = text
    else if (name === 'controlURL' && !isEnd) control = text
    else if (name === 'deviceType' && text === SECOND_VERSION) version = 2
    // The first is that of the whole box.
    else if (!isEnd && !firsts.has(name)) firsts.set(name, text)
  }
  const base = placeOf(firsts.get('URLBase') ?? '', gateway) ?? location
  const services = named.slice(0, SERVICES_MAX).flatMap(({ type: known, control: path }): Service[] => {
    const place = placeOf(path, gateway, base)
    return place ? [{ type: known, place }] : []
  })
  if (services.length === 0) return null
  return {
    version,
    model: shortText(firsts.get('modelName')) ?? shortText(firsts.get('friendlyName')),
    manufacturer: shortText(firsts.get('manufacturer')),
    connections: services.filter((service) => CONNECTION.test(service.type)).slice(0, CONNECTIONS_MAX),
    pinholes: services.find((service) => PINHOLES.test(service.type)) ?? null,
  }
}

function shortText(text = ''): string | null {
  return text.slice(0, TEXT_CHARACTERS_MAX).trim().toWellFormed() || null
}
