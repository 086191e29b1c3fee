import type { Sources } from '../sources.ts'
import type { AskedPort, ComputerSeen } from '../types.ts'
import { lookAtFirewall } from './firewall.ts'
import { lookAtListeners } from './listeners.ts'
import { lookAtRoutes } from './routes.ts'

/** Looks at a computer with Linux. */
export async function lookAtLinux(asked: AskedPort | null, sources: Sources): Promise<ComputerSeen> {
  const network = lookAtRoutes(sources)
  const [heard, firewall] = asked
    ? await Promise.all([lookAtListeners(asked, sources), lookAtFirewall(asked, network, sources)])
    : [{ listening: null }, null]
  return { ...network, ...heard, firewall, inside: insideOf(sources) }
}

function insideOf(sources: Sources): ComputerSeen['inside'] {
  if (/microsoft/i.test(sources.read('/proc/sys/kernel/osrelease') ?? '')) return 'wsl'
  return sources.list('/').includes('.dockerenv') || sources.list('/run').includes('.containerenv') ? 'container' : null
}
