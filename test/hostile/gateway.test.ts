// Gateways that harm who asks them over UPnP, all at once: what comes of it, what it costs, and who was spoken to.
import { expect } from 'bun:test'
import { join } from 'node:path'
import { CASES, OWN, STRANGER, stepsOf } from '../support/gateway/fakes.ts'
import { addressOf } from '../support/gateway/fakes-job.ts'
import type { UpnpJob, UpnpOutcomes } from '../support/gateway/upnp-job.ts'
import { labTest } from '../support/lab.ts'
import { batch, run, within } from '../support/net/namespace.ts'
import { makeMachines } from '../support/net/topology/machines.ts'
import { ROOT } from '../support/server.ts'
import { shared } from '../support/shared.ts'

const NEEDS = { programs: ['ip', 'nft'], root: true }
const [FAKES_JOB, JOB] = ['fakes-job.ts', 'upnp-job.ts'].map((name) => join(ROOT, 'test', 'support', 'gateway', name))
/** The time that an answer may take, the search before it, and the work of all of them on a busy machine. */
const LOOK_MS = 6000 + 1000 + 2000
/** For all of them together. */
const [CPU_MS, MEMORY_MB] = [4000, 60]
const GROUP = '239.255.255.250'
const SPOKEN = `table inet spoken {
set four { type ipv4_addr . inet_proto . inet_service; flags dynamic; counter; }
chain output {
type filter hook output priority 0
meta l4proto { tcp, udp } update @four { ip daddr . meta l4proto . th dport }
}
}`

interface Done extends UpnpOutcomes {
  /** The actions that each fake was asked for. */
  readonly asked: ReadonlyMap<string, readonly string[]>
  /** Addresses with their ports. */
  readonly spoken: readonly string[]
}

const allDone = shared(askAll)

/** Puts all the fakes behind one cable, and asks them from the other end, whose default route leads to them as well. */
async function askAll(owned: AsyncDisposableStack): Promise<Done> {
  const { names } = owned.use(await makeMachines(['fakes', 'home']))
  const [fakes, home] = [names.get('fakes') ?? '', names.get('home') ?? '']
  await run(['ip', 'link', 'add', 'wan', 'netns', home, 'type', 'veth', 'peer', 'name', 'lan', 'netns', fakes])
  const addresses = [...CASES.keys()].map(addressOf)
  const near = [...addresses, STRANGER].map((address) => `addr add ${address}/24 dev lan`)
  await batch(fakes, [...near, 'link set lo up', 'link set lan up'])
  const route = `route add default via ${addressOf(0)}`
  await batch(home, [`addr add ${OWN}/24 dev wan`, 'link set lo up', 'link set wan up', route])
  await run(within(home, ['nft', '-f', '-']), { input: SPOKEN })
  const child = Bun.spawn(within(fakes, [process.execPath, FAKES_JOB ?? '']), { stdout: 'pipe', stderr: 'inherit' })
  const output = new Response(child.stdout.pipeThrough(new TransformStream(readiness))).text()
  await ready.promise
  const jobs: UpnpJob[] = CASES.map((one, at) => ({ gateway: addressOf(at), own: OWN, steps: stepsOf(one) }))
  const outcomes: UpnpOutcomes = JSON.parse(await run(within(home, [process.execPath, JOB ?? '', JSON.stringify(jobs)])))
  const listed = await run(within(home, ['nft', 'list', 'table', 'inet', 'spoken']))
  const spoken = [...listed.matchAll(/(\d+\.\d+\.\d+\.\d+) \. (\w+) \. (\d+)/g)].map(([, to, , port]) => `${to} ${port}`)
  child.kill('SIGKILL')
  const lines = (await output).split('\n').filter((line) => line.startsWith('['))
  const pairs = lines.map((line): [string, string] => JSON.parse(line))
  const byName = Map.groupBy(pairs, ([name]) => name)
  return { ...outcomes, spoken, asked: new Map([...byName].map(([name, some]) => [name, some.map(([, action]) => action)])) }
}

const ready = Promise.withResolvers<void>()
/** Passes everything on, and notes when the fakes listen. */
const readiness: Transformer<Uint8Array, Uint8Array> = {
  transform(chunk, controller) {
    if (new TextDecoder().decode(chunk).includes('ready')) ready.resolve()
    controller.enqueue(chunk)
  },
}

for (const [at, one] of CASES.entries())
  labTest(`a gateway: ${one.name}`, NEEDS, async () => {
    const done = await allDone()
    const outcome = done.outcomes[at]
    expect(outcome?.done).toEqual([...one.done])
    expect(outcome?.elapsedMs).toBeLessThan(LOOK_MS)
    // The look asks for the address, before the steps.
    if (one.asked) expect(done.asked.get(one.name)).toEqual(['GetExternalIPAddress', ...one.asked])
  })

labTest('all of them together cost little', NEEDS, async () => {
  const { cpuMs, memoryMb } = await allDone()
  expect({ cpuMs: cpuMs < CPU_MS ? 'little' : cpuMs, memoryMb: memoryMb < MEMORY_MB ? 'little' : memoryMb }).toEqual({
    cpuMs: 'little',
    memoryMb: 'little',
  })
})

labTest('nobody was spoken to but the gateways, at the ports that they named, and their group', NEEDS, async () => {
  const { spoken } = await allDone()
  const allowed = CASES.keys().flatMap((at) => [`${addressOf(at)} 1900`, `${addressOf(at)} 5000`])
  const all = [...allowed, `${GROUP} 1900`]
  expect(spoken.filter((to) => !all.includes(to))).toEqual([])
  expect(spoken.length).toBeGreaterThan(CASES.length)
})
