// Three instances, one store and one load balancer, set up as docs/hosting.md says, on machines of their own: what befalls them under
// load, one after the other, loses no request, and the limits are exact in total.
import { expect } from 'bun:test'
import { Cluster, QUOTA } from '../support/cluster/cluster.ts'
import { labTest } from '../support/lab.ts'

const NEEDS = { programs: ['ip', 'nginx', 'redis-server', 'curl', 'sh'], root: true }

labTest(
  'machines that die, join, lose their store and take newer data, under load: no request is lost, and a client gets its quota once',
  NEEDS,
  async () => {
    await using cluster = await Cluster.start()
    const endCrowd = cluster.startCrowd()
    await cluster.exactlyTheQuota()

    await cluster.kill(1)
    await cluster.exactlyTheQuota()

    await cluster.add(3)
    await cluster.exactlyTheQuota()

    await cluster.stopStore()
    const alone = await cluster.press()
    expect(alone).toBeGreaterThanOrEqual(QUOTA)
    expect(alone).toBeLessThanOrEqual(QUOTA * 3)
    await cluster.startStore()
    await cluster.exactlyTheQuota()

    for (const instance of [0, 2, 3]) await cluster.update(instance)
    const { answered, ...wrong } = await endCrowd()
    expect(wrong).toEqual({ lost: 0, refused: 0, foreign: 0, slow: 0 })
    expect(answered).toBeGreaterThan(500)
  },
)
