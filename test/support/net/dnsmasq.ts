// A name server on loopback that knows names of its own and asks nobody.
import { programPath } from '../lab.ts'

/** Returns its command: the names with their addresses, and the domain of which it knows all; by default `test`. */
export const dnsmasq = (port: number, names: Readonly<Record<string, readonly string[]>>, domain = 'test'): string[] => [
  programPath('dnsmasq') ?? '',
  ...'--keep-in-foreground --no-resolv --no-hosts --bind-interfaces --pid-file= --user=root --listen-address=127.0.0.1'.split(
    ' ',
  ),
  `--port=${port}`,
  `--local=/${domain}/`,
  ...Object.entries(names).flatMap(([name, all]) => all.map((address) => `--host-record=${name},${address}`)),
]
