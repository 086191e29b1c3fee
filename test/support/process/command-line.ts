import { localeOfLine } from '../../../src/faces/cli/verb.ts'
import { runCommandLine } from '../../../src/faces/cli/verbs.ts'
import { ConfigError } from '../../../src/settings/config-error.ts'
import { type FaultDns, startFaultDns } from '../dns/fault.ts'
import { message, opt, question, record, u8 } from '../dns/wire.ts'
import { PROGRAM } from '../executable.ts'
import { NOBODY, plainEnvironment } from '../server.ts'

type Printed = { readonly code: number; readonly out: string; readonly err: string }

/** Runs a command line as main.ts does, and returns what it prints and its exit code. */
export async function runLine(args: readonly string[], environment: Record<string, string> = {}): Promise<Printed> {
  try {
    const outcome = await runCommandLine(args, { environment: { DOORSTEP_RESOLVERS: NOBODY, ...environment }, start() {} })
    if (!outcome) throw new Error(`${args.join(' ')} keeps running`)
    return outcome
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { code: 2, out: '', err: `doorstep: ${error.in(localeOfLine(args, environment))}\n` }
  }
}

interface Process {
  readonly command?: readonly string[]
  readonly env?: Record<string, string>
  readonly cwd?: string
  /** Its standard input; none by default. */
  readonly input?: string | Uint8Array<ArrayBuffer>
}

/** Runs a command line as a process. */
export async function spawnLine(args: readonly string[], { command = PROGRAM, env, cwd, input }: Process = {}): Promise<Printed> {
  const child = Bun.spawn([...command, ...args], {
    env: { ...plainEnvironment(), LANG: 'C.UTF-8', DOORSTEP_RESOLVERS: NOBODY, ...env },
    stdin: input === undefined ? 'ignore' : new Blob([input]),
    stdout: 'pipe',
    stderr: 'pipe',
    ...(cwd && { cwd }),
  })
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { code, out, err }
}

const A = 1
const NXDOMAIN = 3

/** Starts a resolver on loopback: every name has this address, but those under .invalid do not exist. */
export async function startResolver(address = [127, 0, 0, 1]): Promise<FaultDns & { readonly resolvers: string }> {
  const server = await startFaultDns(({ id, name, type }, back) => {
    const isThere = !name.endsWith('.invalid')
    const answers = isThere && type === A ? [record({ type: A, data: u8(...address) })] : []
    back.send(message({ id, question: question(name, type), answers, additionals: [opt()], rcode: isThere ? 0 : NXDOMAIN }))
  })
  const place = `${server.endpoint.address}:${server.endpoint.port}`
  return Object.assign(server, { resolvers: `a=${place},b=${place},c=${place}` })
}
