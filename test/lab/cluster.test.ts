// Three instances, one store and one load balancer, set up as docs/hosting.md says, on machines of their own: what befalls them under
// load loses no request, and the limits are exact in total.
import { expect } from 'bun:test'
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EXECUTABLE } from '../support/executable.ts'
import { labTest, programPath } from '../support/lab.ts'
import { execute, run } from '../support/net/namespace.ts'
import { makeMachines } from '../support/net/topology/machines.ts'
import { readPage } from '../support/process/pages.ts'
import { plainEnvironment, ROOT } from '../support/server.ts'
import { until } from '../support/until.ts'

// Machines on one switch, each a namespace, joined to nothing else.
const SWITCH = 'switch'

interface Lan extends AsyncDisposable {
  /** The command that runs a command on a machine. */
  on(machine: string, command: readonly string[]): string[]
}

/** Makes machines with these addresses, each with the length of its network. */
async function makeLan(machines: Readonly<Record<string, readonly string[]>>): Promise<Lan> {
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

// The recipe for several machines in docs/hosting.md, as a test runs it: its blocks, with addresses of a network of the test.
const SHOWN_NET = '10.0.0.'
const NET = '198.18.90.'
const BALANCER = `${NET}10`
const STORE = `${NET}20`
const INSTANCES = ['11', '12', '13'].map((last) => `${NET}${last}`)

const section = /^### Three machines[\s\S]*?(?=^## )/m.exec(readPage('docs/hosting.md'))?.[0] ?? ''

function blockOf(language: string): string {
  const [, block] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(section) ?? []
  if (block === undefined) throw new Error(`docs/hosting.md: the recipe has no block of ${language}`)
  return block.replaceAll(SHOWN_NET, NET)
}

/** Returns the command that starts the store. */
const storeCommand = (): string => `exec ${blockOf('sh').trim()}`

/** Returns the environment of an instance. */
function environmentOf(address: string, dataDir: string): Record<string, string> {
  const lines = blockOf('ini').trim().split('\n')
  const shown = Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
  const own = (name: string) => (shown[name] ?? '').replace(INSTANCES[0] ?? '', address)
  return {
    ...shown,
    DOORSTEP_HOST: own('DOORSTEP_HOST'),
    DOORSTEP_METRICS: own('DOORSTEP_METRICS'),
    DOORSTEP_DATA_DIR: dataDir,
  }
}

/** Returns the configuration of nginx. */
function balancerConfig(home: string): string {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(home, name)};`)
  return `daemon off; worker_processes 1; pid ${home}/pid; error_log ${home}/error.log; events {} http { access_log off; ${paths.join(' ')}\n${blockOf('nginx')} }`
}

const QUOTA = 200
/** A /24 of clients; those of the crowd, and those that press one after the other. */
const [CROWD, PRESSING] = ['198.18.91', '198.18.92']
const SIZE = 250
const CROWD_SIZE = '6'
/** A busy machine may keep the store from answering in time, so several clients may try; a miscount happens every time. */
const TRIES = 4
const SHARED = 'limits are shared through the store'

const job = (name: string) => [process.execPath, join(ROOT, 'test/support/cluster', `${name}-job.ts`)]
const addressesIn = (net: string) => Array.from({ length: SIZE }, (_, index) => `${net}.${index + 1}/16`)

type Instance = { readonly child: Bun.Subprocess; readonly log: string }

/** The machines of the recipe in docs/hosting.md. */
class Cluster implements AsyncDisposable {
  private readonly instances = new Map<number, Instance>()
  private readonly folder = mkdtempSync(join(tmpdir(), 'doorstep-cluster-'))
  private pressing = 0
  private store: Bun.Subprocess | null = null

  private constructor(private readonly lan: Lan) {}

  static async start(): Promise<Cluster> {
    const instances = INSTANCES.map((address, index) => [`instance${index}`, [`${address}/16`]])
    const others = { balancer: [`${BALANCER}/16`], store: [`${STORE}/16`], clients: [CROWD, PRESSING].flatMap(addressesIn) }
    const cluster = new Cluster(await makeLan({ ...Object.fromEntries(instances), ...others }))
    try {
      await Promise.all([cluster.startStore(), ...[0, 1, 2].map((index) => cluster.startInstance(index))])
      const home = join(cluster.folder, 'nginx')
      mkdirSync(home)
      writeFileSync(join(home, 'nginx.conf'), balancerConfig(home))
      cluster.spawn('balancer', [programPath('nginx') ?? '', '-c', join(home, 'nginx.conf')])
      await until(() => cluster.isAnswering(BALANCER), 'the load balancer answers')
      return cluster
    } catch (error) {
      await cluster[Symbol.asyncDispose]()
      throw error
    }
  }

  /** Starts clients that ask all the time; returns a function that ends them and returns what came of their requests. */
  startCrowd(): () => Promise<Record<string, number>> {
    const command = this.lan.on('clients', [...job('crowd'), BALANCER, CROWD, CROWD_SIZE])
    const child = Bun.spawn(command, { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' })
    return async () => {
      child.stdin.end()
      return JSON.parse(await child.stdout.text())
    }
  }

  /** Returns the number of requests that a new client is allowed when it sends more than anyone may. */
  async press(): Promise<number> {
    const client = `${PRESSING}.${++this.pressing}`
    return Number(await run(this.lan.on('clients', [...job('press'), BALANCER, client, String(QUOTA * 4)])))
  }

  async exactlyTheQuota(): Promise<void> {
    const allowed: number[] = []
    while (allowed.length < TRIES && !allowed.includes(QUOTA)) allowed.push(await this.press())
    expect(allowed).toContain(QUOTA)
  }

  async startStore(): Promise<void> {
    this.store = this.spawn('store', ['sh', '-c', storeCommand()])
    await until(() => [...this.instances.values()].every(isSharing), 'the instances share')
  }

  async stopStore(): Promise<void> {
    this.store?.kill('SIGKILL')
    await this.store?.exited
    await until(() => [...this.instances.values()].every((one) => !isSharing(one)), 'the instances know')
  }

  /** Ends an instance without a warning. */
  async kill(index: number): Promise<void> {
    const { child } = this.instances.get(index) ?? {}
    this.instances.delete(index)
    child?.kill('SIGKILL')
    await child?.exited
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.lan[Symbol.asyncDispose]()
    rmSync(this.folder, { recursive: true, force: true })
  }

  private async startInstance(index: number): Promise<void> {
    const [address = '', log] = [INSTANCES[index], join(this.folder, `instance${index}.log`)]
    const dataDir = join(this.folder, `data${index}`)
    mkdirSync(dataDir)
    const child = Bun.spawn(this.lan.on(`instance${index}`, [EXECUTABLE]), {
      env: { ...plainEnvironment(), ...environmentOf(address, dataDir), DOORSTEP_RATE_LIMIT: `${QUOTA}/h` },
      stdin: 'ignore',
      stdout: openSync(log, 'a'),
      stderr: 'inherit',
    })
    const instance = { child, log }
    await until(() => isSharing(instance), `instance ${index} shares`)
    this.instances.set(index, instance)
  }

  private async isAnswering(address: string): Promise<boolean> {
    const asking = this.lan.on('clients', ['curl', '-s', '--max-time', '2', `http://${address}/healthz`])
    return (await execute(asking)).stdout.includes('ok')
  }

  private spawn(machine: string, command: readonly string[]): Bun.Subprocess {
    return Bun.spawn(this.lan.on(machine, command), { stdin: 'ignore', stdout: 'ignore', stderr: 'inherit' })
  }
}

/** Returns whether an instance shares its limits, by the last line of its log about that. */
function isSharing({ log }: Pick<Instance, 'log'>): boolean {
  const lines = readFileSync(log, 'utf8').split('\n')
  return lines.findLast((line) => /limits|limit store/.test(line))?.includes(SHARED) ?? false
}

const NEEDS = { programs: ['ip', 'nginx', 'redis-server', 'curl', 'sh'], root: true }

labTest(
  'machines that die and lose their store, under load: no request is lost, and a client gets its quota once',
  NEEDS,
  async () => {
    await using cluster = await Cluster.start()
    const endCrowd = cluster.startCrowd()
    await cluster.exactlyTheQuota()

    await cluster.kill(1)
    await cluster.exactlyTheQuota()

    await cluster.stopStore()
    const alone = await cluster.press()
    expect(alone).toBeGreaterThanOrEqual(QUOTA)
    expect(alone).toBeLessThanOrEqual(QUOTA * 3)
    await cluster.startStore()
    await cluster.exactlyTheQuota()

    const { answered, ...wrong } = await endCrowd()
    expect(wrong).toEqual({ lost: 0, refused: 0, foreign: 0, slow: 0 })
    expect(answered).toBeGreaterThan(500)
  },
)
