import { portsOf } from '../catalogue/ports.ts'
import { type PlanFacts, takesCommands } from './facts.ts'
import type { Plan } from './fields.ts'

type Listening = Plan['listening'][number]

const PRIVILEGED_BELOW = 1024

const CHECKS: Readonly<Record<Listening['platform'], (port: number, protocol: 'tcp' | 'udp') => string>> = {
  windows: (port) => `netstat -ano | findstr :${port}`,
  linux: (port, protocol) => `ss -ln${protocol === 'tcp' ? 't' : 'u'} 'sport = :${port}'`,
  macos: (port, protocol) => (protocol === 'tcp' ? `lsof -nP -iTCP:${port} -sTCP:LISTEN` : `lsof -nP -iUDP:${port}`),
}

const LISTENERS: Readonly<Record<Listening['platform'], (port: number, protocol: 'tcp' | 'udp') => string | null>> = {
  windows: (port, protocol) =>
    protocol === 'tcp' ? `$l = [Net.Sockets.TcpListener]${port}; $l.Start(); $l.AcceptTcpClient(); $l.Stop()` : null,
  linux: (port, protocol) => `${port < PRIVILEGED_BELOW ? 'sudo ' : ''}${python(port, protocol)}`,
  macos: python,
}

function python(port: number, protocol: 'tcp' | 'udp'): string {
  const script =
    protocol === 'tcp'
      ? `socket.create_server(('', ${port})).accept()`
      : `s = socket.socket(2, 2); s.bind(('', ${port})); d, a = s.recvfrom(2048); s.sendto(d, a)`
  return `python3 -c "import socket; ${script}"`
}

/** Returns the commands of each platform that the device may have; none for devices on which no commands are typed. */
export function listeningOf(facts: PlanFacts): Listening[] {
  const [rule] = facts.rules.filter(({ required }) => required).concat(facts.rules)
  if (!rule || !takesCommands(facts)) return []
  const port = portsOf(rule.internalPort).first
  return (['windows', 'linux', 'macos'] as const)
    .filter((platform) => facts.platform === null || facts.platform === platform)
    .map((platform) => ({
      platform,
      check: CHECKS[platform](port, rule.protocol),
      listener: LISTENERS[platform](port, rule.protocol),
    }))
}
