import { lookAtLinux } from './linux.ts'
import { lookAtMacos } from './macos.ts'
import type { AskedPort, ComputerSeen, Sources } from './sources.ts'
import { lookAtWindows } from './windows.ts'

export type { ComputerSeen, OwnAddress, Sources } from './sources.ts'

/** Looks at this computer; nothing is sent. */
export async function lookAtComputer(asked: AskedPort | null, sources: Sources): Promise<ComputerSeen> {
  if (sources.platform === 'linux') return lookAtLinux(asked, sources)
  if (sources.platform === 'darwin') return lookAtMacos(asked, sources)
  const seen = sources.platform === 'win32' ? await lookAtWindows(asked, sources) : null
  return seen ?? NOTHING
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
