// Homes out of namespaces: what their computer, their routers and the internet are asked, and what is made of it.
// With DOORSTEP_HOME_TABLE the looks are written there as a table.
import { afterAll, expect } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { HOME_CASES, type HomeCase } from '../support/home/cases.ts'
import { ALL_PROTOCOLS } from '../support/home/gateway.ts'
import { buildHomes, HOMES_NEED, type Homes, onComputer } from '../support/home/homes.ts'
import { judge, type Looked, lookAt, strangersIn } from '../support/home/look.ts'
import { tableOf } from '../support/home/table.ts'
import { labTest } from '../support/lab.ts'
import { plainEnvironment } from '../support/server.ts'
import type { ShapeName } from '../support/where/shapes.ts'

const TABLE = process.env.DOORSTEP_HOME_TABLE
const NEEDS = { ...HOMES_NEED, programs: [...HOMES_NEED.programs, 'curl'] }
/** So many homes that all cases are done in a minute. */
const SHAPES: readonly ShapeName[] = [...Array.from({ length: 5 }, () => 'single' as const), ...(['double', 'carrier'] as const)]

let built: Promise<Homes> | undefined
const homes = () => (built ??= buildHomes(SHAPES))
const written: { one: HomeCase; looked: Looked }[] = []
let looks: Promise<Map<HomeCase, Promise<Looked>>> | undefined

/** Looks at all cases side by side, as far as there are homes for them. */
async function lookAtAll(): Promise<Map<HomeCase, Promise<Looked>>> {
  const { all } = await homes()
  const queues = all.map((home, at) => ({ home, shape: SHAPES[at], last: Promise.resolve<unknown>(null) }))
  return new Map(
    HOME_CASES.map((one, at) => {
      const fitting = queues.filter(({ shape }) => shape === one.shape)
      const queue = fitting[at % fitting.length]
      if (!queue) throw new Error(`no home of the shape ${one.shape}`)
      const looked = queue.last.then(() => lookAt(queue.home, one, { isWhole: TABLE !== undefined }))
      queue.last = looked.catch(() => null)
      return [one, looked]
    }),
  )
}

afterAll(async () => {
  if (TABLE) writeFileSync(TABLE, tableOf(written))
  await (await built?.catch(() => undefined))?.[Symbol.asyncDispose]()
})

labTest('a command line runs at home, and the doorstep outside sees it', HOMES_NEED, async () => {
  const { all } = await homes()
  const shapes = new Map(all.map((home) => [home.street.shape.inside.join(), home]))
  await Promise.all(
    [...shapes.values()].map(async (home) => {
      await using _ = await home.setUp({ gateway: ALL_PROTOCOLS, listens: [{ port: 62_080 }] })
      const ip = await home.line(['ip-json', '--json', '--server', home.url()])
      expect(ip.json).toMatchObject({ ip: home.seen })
      const six = await home.line(['ip-json', '--json', '--server', home.url(6)])
      expect(six.json).toMatchObject({ ip: home.own6 })
      const { stderr, json } = await home.line(['home', '--port', '62080', '--json', '--server', home.url()])
      expect(stderr).toBe('')
      expect(json).toMatchObject({ tool: 'home' })
      const told = (await home.spoken()).map(({ address }) => address)
      expect(told).toContain(home.street.server[4])
    }),
  )
})

labTest('in a home with a VPN, the doorstep outside sees the VPN', HOMES_NEED, async () => {
  const [home] = (await homes()).all
  if (!home) throw new Error('no home')
  await using _ = await home.setUp({ vpn: true })
  const ip = await home.line(['ip-json', '--json', '--server', home.url()])
  expect(ip.json).toMatchObject({ ip: home.vpn })
})
/** Asks the router by NAT-PMP, and by PCP over both families: prints the first two bytes of each answer, or nothing. */
const ASKS = (own4: string, own6: string) => `
const own = '${own6}'
const mapped = [...Array(10).fill(0), 255, 255, ...'${own4}'.split('.').map(Number)]
const six = own.replace('::', ':0:0:0:').split(':').flatMap((one) => [parseInt(one, 16) >> 8, parseInt(one, 16) & 255])
const ask = async (bytes, hostname) => {
  const { promise, resolve } = Promise.withResolvers()
  const socket = await Bun.udpSocket({ hostname: hostname.includes(':') ? own : '0.0.0.0', connect: { hostname, port: 5351 }, socket: { error() {}, data: (_, data) => resolve(data.toString('hex', 0, 2)) } })
  socket.send(Buffer.from(bytes))
  const answer = await Promise.race([promise, Bun.sleep(400)])
  socket.close()
  return answer ?? ''
}
const announce = (address) => [2, 0, 0, 0, 0, 0, 0, 0, ...address]
console.log(JSON.stringify(await Promise.all([ask([0, 0], '192.168.1.1'), ask(announce(mapped), '192.168.1.1'), ask(announce(six), 'fe80::1%wan')])))
process.exit(0)`

labTest('a gateway speaks the protocols that it is set up with', HOMES_NEED, async () => {
  const [home] = (await homes()).all
  if (!home) throw new Error('no home')
  for (const [gateway, answers] of [
    [ALL_PROTOCOLS, ['0080', '0280', '0280']],
    [{ pcp: true }, ['', '0280', '0280']],
    [{ natPmp: true }, ['0080', '', '']],
    [{ upnp: true }, ['', '', '']],
  ] as const) {
    await using _ = await home.setUp({ gateway })
    const { stdout, stderr } = await onComputer(home, [process.execPath, '-e', ASKS(home.own, home.own6)])
    expect({ gateway, answers: JSON.parse(stdout || '[]'), stderr }).toEqual({ gateway, answers: [...answers], stderr: '' })
  }
})

/** Runs a command line until it has said something, then presses Ctrl-C; returns everything that it said. */
async function interrupted(command: readonly string[], { after, first }: { after: string; first: () => Promise<unknown> }) {
  const child = Bun.spawn([...command], { env: plainEnvironment(), stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  let said = ''
  for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) {
    said += chunk
    if (!said.includes(after)) continue
    await first()
    child.kill('SIGINT')
    break
  }
  return { code: await child.exited, said: said + (await child.stdout.text()) }
}

labTest(
  'a port is opened by the router, proven, and closed again; only the router and the server hear of it',
  NEEDS,
  async () => {
    const [home] = (await homes()).all
    if (!home) throw new Error('no home')
    const [forwarded, opened] = ['62000', '62001']
    const rules = [{ protocol: 'tcp' as const, port: Number(forwarded), to: home.own }]
    await using _ = await home.setUp({ gateway: ALL_PROTOCOLS, routers: { home: { rules } } })
    const [server, lang] = [
      ['--server', home.url()],
      ['--lang', 'en'],
    ]
    expect(await home.line(['listen', forwarded, '--json', ...server])).toMatchObject({ exitCode: 0, json: { proof: 'proven' } })
    let whileOpen = ''
    const ran = await interrupted(home.command(['open', opened, ...server, ...lang]), {
      after: 'proven',
      first: async () => {
        whileOpen = await home.rulesOf('home')
      },
    })
    expect({ code: ran.code, isProven: ran.said.includes('proven') }).toEqual({ code: 0, isProven: true })
    expect(whileOpen).toContain(`dnat ip to ${home.own}:${opened}`)
    expect(await home.rulesOf('home')).not.toContain(opened)
    expect((await home.line(['close', opened, '--json'])).exitCode).toBe(0)
    expect(strangersIn(await home.spoken(), home)).toEqual([])
  },
)

for (const one of HOME_CASES) {
  labTest(`${one.name}: the box that is named is the one`, NEEDS, async () => {
    looks ??= lookAtAll()
    const looked = await (await looks).get(one)
    if (!looked) throw new Error('not looked at')
    written.push({ one, looked })
    judge(looked, one)
  })
}
