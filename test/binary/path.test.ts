// The compiled file as user nobody, from an empty folder: it traces without a privilege; it pings if the system allows it, and otherwise
// says what to do.
import { describe, expect } from 'bun:test'
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EXECUTABLE } from '../support/executable.ts'
import { labTest } from '../support/lab.ts'
import { type PathLab, startPathLab } from '../support/net/path-lab.ts'
import { TOPOLOGY_NEEDS } from '../support/net/topology.ts'
import { asUnit, shippedUnit, switchedOn, UNIT_NEEDS } from '../support/process/unit.ts'
import { bodyOf, postTool } from '../support/server.ts'

const NEEDS = { ...TOPOLOGY_NEEDS, programs: [...TOPOLOGY_NEEDS.programs, 'dnsmasq', ...UNIT_NEEDS.programs] }
const NOBODY = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
const WITHOUT_RIGHTS = [...NOBODY, '--inh-caps=-all', '--bounding-set=-all']
const NO_GROUP = '1 0'
/** The lines of the unit that give the service capabilities. */
const CAPABILITIES = ['AmbientCapabilities', 'CapabilityBoundingSet']

/** Runs a check against a server of user nobody in a folder of its own. */
function asNobody(
  name: string,
  { front, pingGroups }: { front: (folder: string) => Promise<string[]> | string[]; pingGroups: string },
  check: (lab: PathLab) => Promise<void>,
) {
  labTest(name, NEEDS, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'doorstep-nobody-'))
    try {
      chmodSync(folder, 0o755)
      const program = join(folder, 'doorstep')
      copyFileSync(EXECUTABLE, program)
      const args = ['--show-local-hops']
      await using lab = await startPathLab({
        topology: 'line',
        pingGroups,
        front: await front(folder),
        command: [program],
        cwd: folder,
        args,
      })
      await check(lab)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
}

async function expectTraces({ ask, built }: PathLab, methods: readonly string[]) {
  for (const method of methods)
    for (const family of [4, 6] as const) {
      const { reached, hops } = await ask('traceroute', { host: built.target[family], method })
      expect([method, family, reached, hops.length]).toEqual([method, family, true, 4])
    }
}

async function expectPings({ ask, built }: PathLab) {
  for (const family of [4, 6] as const) {
    const { status, packets } = await ask('ping', { host: built.target[family], count: 2 })
    expect([status, packets.received]).toEqual(['reachable', 2])
  }
}

describe('user nobody', () => {
  asNobody(
    'without a right: traces, and explains why it does not ping',
    { front: () => WITHOUT_RIGHTS, pingGroups: NO_GROUP },
    async (lab) => {
      await expectTraces(lab, ['udp', 'tcp'])
      for (const [tool, request] of [
        ['ping', {}],
        ['traceroute', { method: 'icmp' }],
      ] as const)
        for (const family of [4, 6] as const)
          for (const [language, words] of [
            ['en', 'operator'],
            ['ko', '운영자'],
          ] as const) {
            // A refusal is not a stream, even if the caller asked for one.
            const headers = { 'accept-language': language, accept: family === 4 ? 'application/json' : 'application/x-ndjson' }
            const answer = await postTool(lab.server.url, tool, { host: lab.built.target[family], ...request }, headers)
            expect(answer.status).toBe(503)
            const problem = await bodyOf(answer)
            expect(problem).toMatchObject({ code: 'unsupported-on-host', status: 503 })
            expect(problem.detail).toContain(words)
            expect(problem.detail).toContain('sysctl -w net.ipv4.ping_group_range="0 2147483647"')
            expect(problem.detail).toContain('AmbientCapabilities=CAP_NET_RAW')
          }
    },
  )

  asNobody('where the sysctl lets it: does all', { front: () => WITHOUT_RIGHTS, pingGroups: '0 2147483647' }, async (lab) => {
    await expectPings(lab)
    await expectTraces(lab, ['udp', 'icmp', 'tcp'])
  })

  asNobody(
    'as a service whose unit gives it the capability: does all',
    { front: (folder) => asUnit(switchedOn(shippedUnit(), ...CAPABILITIES), folder), pingGroups: NO_GROUP },
    async (lab) => {
      await expectPings(lab)
      await expectTraces(lab, ['udp', 'icmp', 'tcp'])
    },
  )
})
