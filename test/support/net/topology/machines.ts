// Namespaces that are joined to each other and to nothing else: many at once, made faster than those of namespace.ts.
import { endProcesses, execute, isRunning, run } from '../namespace.ts'

const PREFIX = 'doorstep-path-'

/** The namespaces of this process. */
const living = new Set<string>()
let made = 0

/** Makes a namespace for each machine; returns their names, and removes them with all that runs in them when it is disposed of. */
export async function makeMachines(machines: readonly string[]): Promise<{ names: Map<string, string> } & AsyncDisposable> {
  await sweep()
  const series = made++
  const names = new Map(machines.map((machine) => [machine, `${PREFIX}${process.pid}-${series}-${machine}`]))
  for (const name of names.values()) living.add(name)
  const remove = async () => {
    await removeAll([...names.values()])
    for (const name of names.values()) living.delete(name)
  }
  try {
    await run(['ip', '-batch', '-'], { input: [...names.values()].map((name) => `netns add ${name}`).join('\n') })
  } catch (error) {
    await remove()
    throw error
  }
  return { names, [Symbol.asyncDispose]: remove }
}

/** Removes namespaces. It is not an error if one is gone: another process may be sweeping as well. */
async function removeAll(names: readonly string[]): Promise<void> {
  await Promise.all(names.map(endProcesses))
  if (names.length > 0)
    await execute(['ip', '-force', '-batch', '-'], { input: names.map((name) => `netns del ${name}`).join('\n') })
}

/** Removes what killed test runs have left. */
async function sweep(): Promise<void> {
  const left = (await run(['ip', 'netns', 'list'])).split('\n').flatMap((line) => {
    const [, name, pid] = new RegExp(`^(${PREFIX}(\\d+)-\\d+-[\\w-]+)`).exec(line) ?? []
    if (name === undefined || living.has(name)) return []
    return Number(pid) !== process.pid && isRunning(Number(pid)) ? [] : [name]
  })
  await removeAll(left)
}
