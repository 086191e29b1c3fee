import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programPath } from '../../lab.ts'
import { type Namespace, run } from '../../net/namespace.ts'
import { ADDRESSES, PLANS, type Role } from './configs.ts'
import type { ZoneFolders } from './zones.ts'

const READY_TIMEOUT_MS = 10_000
const READY_POLL_MS = 10
const LOG_SHOWN_CHARS = 4000

interface NameServer {
  readonly role: Role
  readonly pid: number
  /** Runs the program that controls it. */
  control(program: 'knotc' | 'unbound-control', ...args: string[]): Promise<void>
}

/** Starts a server, and waits until it answers at each of its addresses. */
export async function startNameServer(namespace: Namespace, role: Role, root: string, zones: ZoneFolders): Promise<NameServer> {
  const plan = PLANS[role]
  const folder = join(root, `server-${role}`)
  mkdirSync(join(folder, 'database'), { recursive: true })
  const [config, log] = [join(folder, 'config'), join(folder, 'log')]
  writeFileSync(config, plan.config({ addresses: ADDRESSES[role], folder, zones }))
  const descriptor = openSync(log, 'a')
  const command = [programPath(plan.program) ?? plan.program, ...plan.args(config)]
  const child = namespace.spawn(command, { log: descriptor, cwd: folder })
  closeSync(descriptor)
  const failed = (how: string) =>
    new Error(`${plan.program} (${role}) ${how}:\n${readFileSync(log, 'utf8').slice(-LOG_SHOWN_CHARS)}`)
  const deadline = performance.now() + READY_TIMEOUT_MS
  for (const address of ADDRESSES[role]) {
    while (!(await answers(namespace, address, plan.question))) {
      if (child.exitCode !== null || child.signalCode !== null) throw failed('has ended')
      if (performance.now() > deadline) throw failed(`does not answer at ${address}`)
      await Bun.sleep(READY_POLL_MS)
    }
  }
  return {
    role,
    pid: child.pid,
    async control(program, ...args) {
      const socket = program === 'knotc' ? ['-s', join(folder, 'control'), '-b'] : ['-c', config]
      await run([programPath(program) ?? program, ...socket, ...args])
    },
  }
}

async function answers(namespace: Namespace, address: string, question: readonly string[]): Promise<boolean> {
  const { stdout, exitCode } = await namespace.exec(['dig', `@${address}`, ...question, '+short', '+tries=1', '+time=1'])
  return exitCode === 0 && stdout !== '' && !stdout.startsWith(';')
}
