// The first hops on a real path, without rights, and what is sent for them.
import { expect } from 'bun:test'
import { join } from 'node:path'
import { labTest } from '../support/lab.ts'
import { run } from '../support/net/namespace.ts'
import { buildTopology, TOPOLOGY_NEEDS, topologyNamed } from '../support/net/topology.ts'
import { ROOT } from '../support/server.ts'

const JOB = join(ROOT, 'test', 'support', 'net', 'hops-job.ts')
const NOBODY = 65_534

labTest(
  'the first hops show private routers behind each other, by three datagrams',
  { ...TOPOLOGY_NEEDS, programs: [...TOPOLOGY_NEEDS.programs, 'setpriv'] },
  async () => {
    await using built = await buildTopology(topologyNamed('private-first'))
    const { 4: four, 6: six } = built.target
    const front = ['setpriv', `--reuid=${NOBODY}`, '--clear-groups', '--bounding-set=-all']
    const near = '192.168.77.2'
    const job = [...front, process.execPath, JOB, four ?? '', six ?? '', near]
    expect(JSON.parse(await run(built.prober.inside(job)))).toEqual({
      hops: [
        ['10.77.0.2', near, '198.18.1.2'],
        ['2001:db8:1::2', '2001:db8:2::2', '2001:db8:3::2'],
        // It is the address itself from the second hop on.
        ['10.77.0.2', null, null],
      ],
      sent: 9,
      uid: NOBODY,
    })
  },
)
