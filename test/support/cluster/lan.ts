// Machines on one switch, each a namespace, joined to nothing else.
import { run } from '../net/namespace.ts'
import { makeMachines } from '../net/topology/machines.ts'

const SWITCH = 'switch'

export interface Lan extends AsyncDisposable {
  /** The command that runs a command on a machine. */
  on(machine: string, command: readonly string[]): string[]
}

/** Makes machines with these addresses, each with the length of its network. */
export async function makeLan(machines: Readonly<Record<string, readonly string[]>>): Promise<Lan> {
  const made = await makeMachines([SWITCH, ...Object.keys(machines)])
  const nameOf = (machine: string) => made.names.get(machine) ?? ''
  const ports = Object.keys(machines).map((machine) => {
    return `link add ${machine} master lan netns ${nameOf(SWITCH)} type veth peer name lan netns ${nameOf(machine)}`
  })
  await run(['ip', '-n', nameOf(SWITCH), '-batch', '-'], { input: 'link add lan type bridge\nlink set lan up' })
  await run(['ip', '-n', nameOf(SWITCH), '-batch', '-'], { input: ports.join('\n') })
  const up = Object.keys(machines).map((machine) => `link set ${machine} up`)
  await run(['ip', '-n', nameOf(SWITCH), '-batch', '-'], { input: up.join('\n') })
  for (const [machine, addresses] of Object.entries(machines)) {
    const lines = ['link set lo up', 'link set lan up', ...addresses.map((address) => `addr add ${address} dev lan`)]
    await run(['ip', '-n', nameOf(machine), '-batch', '-'], { input: lines.join('\n') })
  }
  return {
    on: (machine, command) => ['ip', 'netns', 'exec', nameOf(machine), ...command],
    [Symbol.asyncDispose]: () => made[Symbol.asyncDispose](),
  }
}
