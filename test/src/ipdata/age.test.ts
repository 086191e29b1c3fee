// Guidance that rests on the network of an address says so when the data are more than a year old.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { doubtsAbout } from '../../../src/ipdata/index.ts'
import { bodyOf, FROM_SOURCE, type Server, startServer } from '../../support/server.ts'
import { sharedFolder } from '../../support/shared.ts'

const DAY_MS = 86_400_000
/** An address of KT, whose network tells the provider. */
const AT_KT = '168.126.63.1'

const aged = (days: number) => ({ dateOf: () => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10) })

test('a year is young, a day more is old', () => {
  expect(doubtsAbout(aged(365), 'en')).toEqual([])
  expect(doubtsAbout(aged(367), 'en')).toEqual([{ code: 'old-ip-data', text: expect.stringContaining('are 367 days old') }])
  expect(doubtsAbout(aged(367), 'ko')[0]?.text).toContain('367일 전에')
})

describe('a server whose data are of another year', () => {
  let server: Server
  const folder = sharedFolder('aged')
  beforeAll(async () => {
    const shim = join(folder, 'later.ts')
    writeFileSync(shim, 'const now = Date.now; Date.now = () => now() + 400 * 86_400_000\n')
    const [bun = '', ...main] = FROM_SOURCE
    server = await startServer({ command: [bun, '--preload', shim, ...main], args: ['--trusted-proxies', '127.0.0.1'] })
  })
  afterAll(() => server[Symbol.asyncDispose]())

  const ask = async (tool: string, body: object, at: Pick<Server, 'url'> = server) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': AT_KT }
    const answer = await bodyOf(
      await fetch(`${at.url}/api/tools/${tool}`, { method: 'POST', headers, body: JSON.stringify(body) }),
    )
    return answer.nextActions.map(({ code }: { code: string }) => code)
  }

  test('says so where the network tells the provider, last of all', async () => {
    expect((await ask('port-forward-plan', { useCase: 'minecraft-java' })).at(-1)).toBe('old-ip-data')
    expect((await ask('router-login-route', {})).at(-1)).toBe('old-ip-data')
  })
})
