import { expect, test } from 'bun:test'
import { FROM_SOURCE } from '../../../support/server.ts'

// test/binary/release.test.ts tests what the executable prints.
test('a checkout, which embeds nothing, says where the licences are', () => {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...FROM_SOURCE, 'licenses'])
  expect([exitCode, stdout.toString()]).toEqual([1, ''])
  expect(stderr.toString()).toBe('doorstep: the licences are in the executable: npm run build, then dist/doorstep licenses\n')
})
