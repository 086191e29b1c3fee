// The examples of README and docs/ print what they show, and the units of systemd are ones.

import { beforeAll, expect, test } from 'bun:test'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXECUTABLE } from '../support/executable.ts'
import { labTest } from '../support/lab.ts'
import { blocksOfPages, readPage } from '../support/process/pages.ts'
import { shippedUnit, switchedOn } from '../support/process/unit.ts'
import { ROOT, startServer } from '../support/server.ts'
import { sharedFolder } from '../support/shared.ts'

/** The arguments that replace --json if curl does not know it. */
const WITHOUT_JSON = "-H 'content-type: application/json' -d"
const folder = sharedFolder('readme')
beforeAll(() => chmodSync(folder, 0o755))

labTest('every console block prints what it shows', { programs: ['curl', 'jq', 'bash'] }, async () => {
  await using server = await startServer()
  const shown = blocksOfPages('console').map((block) => /^\$ (.*)\n([\s\S]*)$/.exec(block))
  expect(shown.length).toBeGreaterThan(5)
  expect(readPage('docs/api.md')).toContain(`\`${WITHOUT_JSON}\``)
  for (const [, command = '', output = ''] of shown.filter((match) => match !== null))
    for (const spelled of [command, command.replaceAll('--json', WITHOUT_JSON)]) {
      const { stdout } = Bun.spawnSync(['bash', '-c', spelled.replaceAll('localhost:8080', `127.0.0.1:${server.port}`)])
      expect(`${stdout.toString().replaceAll(`127.0.0.1:${server.port}`, 'localhost:8080').trimEnd()}\n`).toBe(output)
    }
})

const TRUST = ['--host', '127.0.0.1', '--trusted-proxies', '127.0.0.1']

test('docs/hosting.md starts doorstep as the proxy set-ups need it', () =>
  expect(readPage('docs/hosting.md')).toContain(`doorstep ${TRUST.join(' ')}`))

labTest('the timer for newer data starts its service, and that is one', { programs: ['systemd-analyze'] }, () => {
  for (const name of ['doorstep-data.service', 'doorstep-data.timer']) {
    const text = readFileSync(join(ROOT, 'deploy', 'systemd', name), 'utf8').replace('/usr/local/bin/doorstep', EXECUTABLE)
    writeFileSync(join(folder, name), text)
  }
  const verified = Bun.spawnSync(['systemd-analyze', 'verify', join(folder, 'doorstep-data.timer')])
  expect([verified.exitCode, verified.stderr.toString()]).toEqual([0, ''])
  const rated = Bun.spawnSync(['systemd-analyze', 'security', '--offline=true', join(folder, 'doorstep-data.service')])
  expect(Number(/exposure level for doorstep-data.service: ([\d.]+)/.exec(rated.stdout.toString())?.[1])).toBeLessThanOrEqual(
    EXPOSURE_MAX,
  )
})

/** The highest exposure that is accepted: systemd's own rating, from 0 (locked up) to 10. */
const EXPOSURE_MAX = 2

labTest('the systemd unit is one, and a tight one', { programs: ['systemd-analyze'] }, () => {
  const shown = shippedUnit().replace('/usr/local/bin/doorstep', EXECUTABLE)
  for (const text of [shown, switchedOn(shown, 'Environment', 'AmbientCapabilities', 'CapabilityBoundingSet')]) {
    const unit = join(folder, 'doorstep.service')
    writeFileSync(unit, text)
    const verified = Bun.spawnSync(['systemd-analyze', 'verify', unit])
    expect([verified.exitCode, verified.stderr.toString()]).toEqual([0, ''])
    const rated = Bun.spawnSync(['systemd-analyze', 'security', '--offline=true', unit]).stdout.toString()
    expect(Number(/exposure level for doorstep.service: ([\d.]+)/.exec(rated)?.[1])).toBeLessThanOrEqual(EXPOSURE_MAX)
  }
})
