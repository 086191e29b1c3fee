import { describe, expect, test } from 'bun:test'
import { PROGRAM } from '../../../support/executable.ts'
import { labTest } from '../../../support/lab.ts'
import { makeNamespace, run } from '../../../support/net/namespace.ts'
import { runLine } from '../../../support/process/command-line.ts'
import { plainEnvironment } from '../../../support/server.ts'

type Finding = { id: string; name: string; status: string; finding: string; remedy: string | null }
const IDS = ['ping', 'trace', 'ipv4', 'ipv6', 'resolvers', 'port', 'data', 'proxies', 'files', 'memory', 'server']

async function doctor(args: string[] = [], environment: Record<string, string> = {}): Promise<Finding[]> {
  const { code, out, err } = await runLine(['doctor', '--json', ...args], environment)
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out).checks
}

describe('doctor', () => {
  test('names every ability in both languages, with a remedy where one is needed', async () => {
    for (const lang of ['en', 'ko']) {
      const checks = await doctor(['--lang', lang])
      expect(checks.map(({ id }) => id)).toEqual(IDS)
      for (const { name, finding, status, remedy } of checks) {
        expect(`${name}${finding}`).not.toMatch(/[{}]|undefined/)
        if (status !== 'ok') expect(remedy).not.toBeNull()
        if (lang === 'ko') expect(finding).toMatch(/[가-힣]|127\.0\.0\.1/)
      }
      const { out } = await runLine(['doctor', '--lang', lang])
      // How much memory there is changes by the second.
      for (const { id, name, finding } of checks) expect(out).toContain(id === 'memory' ? `${name} ` : finding)
      expect(out).not.toMatch(/setcap|cap_\w+\+/)
    }
  })

  test('reads the settings that a server would have', async () => {
    const findings = async (args: string[], environment?: Record<string, string>) =>
      Object.fromEntries((await doctor(args, environment)).map(({ id, finding }) => [id, finding]))
    const resolvers = ['--resolvers', 'a=9.9.9.9,b=[2620:fe::fe]:5353,c=1.1.1.1']
    expect(await findings([...resolvers, '--trusted-proxies', '10.0.0.0/8'])).toMatchObject({
      resolvers: 'a 9.9.9.9, b 2620:fe::fe, c 1.1.1.1 (not asked now)',
      proxies: 'the header x-forwarded-for is believed from 10.0.0.0/8',
    })
    const environment = { DOORSTEP_SERVER: 'https://doorstep.example.com', http_proxy: 'http://127.0.0.1:1' }
    expect(await findings([], environment)).toMatchObject({
      server: 'asked of https://doorstep.example.com/',
      'http-proxy': 'http_proxy is set; doorstep always connects directly',
    })
    expect((await runLine(['doctor', '--port', 'x'])).err).toStartWith('doorstep: --port: "x" is not a port')
  })
})

const NEEDS = { programs: ['ip', 'nft', 'setpriv', 'prlimit', 'sysctl'], root: true }
/** Packets that the kernel itself sends to find its neighbours. */
const NEIGHBOURS = 'nd-neighbor-solicit, nd-neighbor-advert, nd-router-solicit, mld-listener-report, mld2-listener-report'
const COUNTER = `table inet watch { chain out {
 type filter hook output priority 0
 icmpv6 type { ${NEIGHBOURS} } accept
 counter
 }
}
`
const POWERLESS = ['setpriv', '--inh-caps=-all', '--ambient-caps=-all', '--bounding-set=-all', 'prlimit', '--nofile=1024']

labTest('doctor sends nothing, and finds missing abilities', NEEDS, async () => {
  await using machine = await makeNamespace()
  await run(['ip', '-n', machine.name, 'route', 'add', 'default', 'via', machine.peer4])
  await run(machine.inside(['nft', '-f', '-']), { input: COUNTER })
  await run(machine.inside(['sysctl', '-q', '-w', 'net.ipv4.ping_group_range=1 0']))
  const sent = async () => Number(/counter packets (\d+)/.exec(await run(machine.inside(['nft', 'list', 'ruleset'])))?.[1])
  const asIn = async (command: string[], ...args: string[]) => {
    const child = Bun.spawn(machine.inside([...command, ...PROGRAM, ...args]), {
      env: { ...plainEnvironment(), DOORSTEP_RESOLVERS: `a=${machine.peer4}:1,b=${machine.peer4}:2,c=${machine.peer4}:3` },
      stdout: 'pipe',
      stderr: 'inherit',
    })
    return JSON.parse(await child.stdout.text())
  }
  const statuses = ({ checks }: { checks: Finding[] }) => Object.fromEntries(checks.map(({ id, status }) => [id, status]))

  const powerful = await asIn([], 'doctor', '--json', '--port', '80')
  expect(statuses(powerful)).toMatchObject({ ping: 'ok', trace: 'ok', ipv4: 'ok', ipv6: 'no', port: 'ok' })
  expect(powerful.checks[2].finding).toContain(machine.address4)
  const powerless = await asIn(POWERLESS, 'doctor', '--json', '--port', '80')
  expect(statuses(powerless)).toMatchObject({ ping: 'no', trace: 'ok', ipv4: 'ok', ipv6: 'no', port: 'no', files: 'limited' })
  const remedies = Object.fromEntries(powerless.checks.map(({ id, remedy }: Finding) => [id, remedy]))
  expect(remedies.port).toBe(
    'AmbientCapabilities=CAP_NET_BIND_SERVICE (systemd), or sysctl -w net.ipv4.ip_unprivileged_port_start=80',
  )
  expect(await sent()).toBe(0)

  // The command that it names helps.
  await run(machine.inside(['sh', '-c', remedies.ping]))
  expect(statuses(await asIn(POWERLESS, 'doctor', '--json'))).toMatchObject({ ping: 'ok' })
  expect(await sent()).toBe(0)
  await asIn([], 'dns-lookup', 'example.com', '--json')
  expect(await sent()).toBeGreaterThan(0)
})
