import { lookAtLinux } from './linux.ts'
import { lookAtMacos } from './macos.ts'
import type { Sources } from './sources.ts'
import type { AskedPort, ComputerSeen } from './types.ts'
import { lookAtWindows } from './windows.ts'

export type { OwnAddress, Sources } from './sources.ts'
export type { ComputerSeen, ListeningSeen } from './types.ts'

/** Looks at this computer; nothing is sent. */
export async function lookAtComputer(asked: AskedPort | null, sources: Sources): Promise<ComputerSeen> {
  return (await looked(asked, sources)) ?? NOTHING
}

const NOTHING: ComputerSeen = {
  address: null,
  address6: null,
  interface: null,
  vpn: false,
  listening: null,
  isBlind: true,
  firewall: null,
  gateways: { v4: null, v6: null },
  inside: null,
}

async function looked(asked: AskedPort | null, sources: Sources): Promise<ComputerSeen | null> {
  if (sources.platform === 'linux') return lookAtLinux(asked, sources)
  if (sources.platform === 'darwin') return lookAtMacos(asked, sources)
  return sources.platform === 'win32' ? lookAtWindows(asked, sources) : null
}
