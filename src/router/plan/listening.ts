import { neededOf, portsOf } from '../catalogue/ports.ts'
import { type PlanFacts, takesCommands } from './facts.ts'
import type { Plan } from './fields.ts'

type Listening = Plan['listening'][number]
type OnPort<Line> = (port: number, protocol: 'tcp' | 'udp') => Line

const PRIVILEGED_BELOW = 1024

/** The line of each system that shows whether a program listens on a port, and the one that listens itself; null where the system has none. */
const LINES: readonly { platform: Listening['platform']; check: OnPort<string>; listener: OnPort<string | null> }[] = [
  {
    platform: 'windows',
    check: (port) => `netstat -ano | findstr :${port}`,
    listener: (port, protocol) =>
      protocol === 'tcp' ? `$l = [Net.Sockets.TcpListener]${port}; $l.Start(); $l.AcceptTcpClient(); $l.Stop()` : null,
  },
  {
    platform: 'linux',
    check: (port, protocol) => `ss -ln${protocol === 'tcp' ? 't' : 'u'} 'sport = :${port}'`,
    listener: (port, protocol) => `${port < PRIVILEGED_BELOW ? 'sudo ' : ''}${listenInPython(port, protocol)}`,
  },
  {
    platform: 'macos',
    check: (port, protocol) => (protocol === 'tcp' ? `lsof -nP -iTCP:${port} -sTCP:LISTEN` : `lsof -nP -iUDP:${port}`),
    listener: listenInPython,
  },
]

function listenInPython(port: number, protocol: 'tcp' | 'udp'): string {
  const script =
    protocol === 'tcp'
      ? `socket.create_server(('', ${port})).accept()`
      : `s = socket.socket(2, 2); s.bind(('', ${port})); d, a = s.recvfrom(2048); s.sendto(d, a)`
  return `python3 -c "import socket; ${script}"`
}

/** Returns the commands of each platform that the device may have; none for devices on which no commands are typed. */
export function listeningOf(facts: PlanFacts): Listening[] {
  const [rule] = neededOf(facts.rules)
  if (!rule || !takesCommands(facts)) return []
  const port = portsOf(rule.internalPort).first
  return LINES.filter(({ platform }) => facts.platform === null || facts.platform === platform).map(
    ({ platform, check, listener }) => ({
      platform,
      check: check(port, rule.protocol),
      listener: listener(port, rule.protocol),
    }),
  )
}
