import type { Locale } from '../../contract/text.ts'
import { isOn } from '../catalogue/ports.ts'
import type { PlatformId } from '../catalogue/schema.ts'
import type { Service } from '../judgement/need.ts'
import { commandsFor } from './commands.ts'
import { takesCommands } from './facts.ts'
import { rulesOf } from './rules.ts'

const FIREWALLS = { windows: 'windows-firewall', linux: 'ufw' } as const

/** The port that a firewall is to let in, and the service and the system of the device behind it. */
interface Opened {
  readonly service: Service
  readonly platform: PlatformId | null
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
}

/** Returns the line that opens a port in the firewall of the device; null if its system is not known, or has no such line. */
export function firewallLine({ service, platform, port, protocol }: Opened, locale: Locale): string | null {
  if ((platform !== 'windows' && platform !== 'linux') || !takesCommands({ service, platform })) return null
  const rule = rulesOf(service, null).find((one) => isOn([{ ...one, external: one.externalPort }], port, protocol))
  return rule ? (commandsFor([rule], [FIREWALLS[platform]], locale)[0]?.lines[0] ?? null) : null
}
