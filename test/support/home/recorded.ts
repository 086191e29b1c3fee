import { type ComputerSeen, lookAtComputer, type OwnAddress, type Sources } from '../../../src/home/computer/index.ts'

/** A computer as it was recorded. */
export interface Recorded {
  readonly platform?: Sources['platform']
  readonly isRoot?: boolean
  /** Texts of files; null is a file that this user may not read. */
  readonly files?: Readonly<Record<string, string | null>>
  readonly links?: Readonly<Record<string, string>>
  /** By the command with its arguments, or by its first words; the longest that fits counts. */
  readonly commands?: Readonly<Record<string, string | null>>
  readonly addresses?: readonly OwnAddress[]
  readonly source?: Readonly<{ 4?: string; 6?: string }>
}

/** Returns a computer as it was recorded: its folders are those of its files and links. */
export function recordedSources(recorded: Recorded): Sources & { readonly ran: string[] } {
  const { files = {}, links = {}, commands = {}, addresses = [], source = {} } = recorded
  const paths = [...Object.keys(files), ...Object.keys(links)]
  const ran: string[] = []
  return {
    ran,
    platform: recorded.platform ?? 'linux',
    isRoot: recorded.isRoot ?? false,
    read: (path) => files[path] ?? null,
    list(path) {
      const folder = path.endsWith('/') ? path : `${path}/`
      const inside = paths.filter((one) => one.startsWith(folder)).map((one) => one.slice(folder.length).split('/')[0] ?? '')
      return [...new Set(inside)]
    },
    link: (path) => links[path] ?? null,
    async run(command, args) {
      const line = [command, ...args].join(' ')
      ran.push(line)
      const [found] = Object.keys(commands)
        .filter((one) => line === one || line.startsWith(`${one} `))
        .toSorted((one, other) => other.length - one.length)
      return found === undefined ? null : (commands[found] ?? null)
    },
    addresses: () => addresses,
    source: (version) => source[version] ?? null,
  }
}

/** Looks at a computer, recorded or not. Of each gateway only its address and the own one towards it are kept. */
export async function computerOf(sources: Sources, asked: { readonly port: number; readonly protocol: 'tcp' | 'udp' }) {
  const seen = await lookAtComputer(asked, sources)
  return { ...seen, gateways: gatewaysIn(seen.gateways) }
}

export const gatewaysIn = ({ v4, v6 }: ComputerSeen['gateways']) => [v4, v6].map((one) => one && [one.host, one.own.text])
