import { type CommandKind, commandsFor } from '../../../router/plan/commands.ts'
import type { AskedPort } from '../sources.ts'

/** Returns the line that the plan gives for the firewall of a device. */
export function planLine(kind: Extract<CommandKind, 'ufw' | 'windows-firewall'>, { port, protocol }: AskedPort): string | null {
  const ports = { externalPort: `${port}`, internalPort: `${port}`, protocol }
  const rule = { ...ports, name: `doorstep-${port}-${protocol}`, internalIp: '', required: true }
  return commandsFor([rule], [kind], 'en')[0]?.lines[0] ?? null
}
