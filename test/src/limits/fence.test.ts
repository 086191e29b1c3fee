import { expect, test } from 'bun:test'
import { cutOffLog } from '../../../src/limits/fence.ts'
import { createLogger } from '../../../src/platform/log.ts'

test('who is cut off is said once an hour for each limit, however many are', () => {
  const lines: string[] = []
  const clock = { now: 0 }
  const tell = cutOffLog(
    createLogger('info', (line) => void lines.push(line), false),
    () => clock.now,
  )
  for (let flood = 0; flood < 1000; flood++) {
    tell('requests', `192.0.2.${flood % 250}`)
    tell('connections', '2001:db8::/48', { most: 512, surplus: flood })
  }
  const said = () => lines.splice(0).map((line) => JSON.parse(line))
  expect(said()).toMatchObject([
    { level: 'info', client: '192.0.2.0', message: expect.stringContaining('--rate-limit') },
    { level: 'warn', client: '2001:db8::/48', most: 512, surplus: 0, message: expect.stringContaining('--trusted-proxies') },
  ])
  clock.now += 3_599_999
  tell('requests', '192.0.2.9')
  expect(said()).toEqual([])
  clock.now += 1
  tell('requests', '192.0.2.9')
  tell('full', '192.0.2.9')
  tell('checks', '192.0.2.9')
  tell('fence', '192.0.2.9')
  expect(said().map(({ client }) => client)).toEqual(Array.from({ length: 4 }, () => '192.0.2.9'))
})
