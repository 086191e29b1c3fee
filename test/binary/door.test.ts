// Requests that two readers may understand differently, sent to the compiled file, alone and behind nginx.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CORPUS, SMUGGLED } from '../support/door/corpus.ts'
import { startPassingNginx } from '../support/door/nginx.ts'
import { answersIn, exchange } from '../support/door/raw.ts'
import { labTest } from '../support/lab.ts'
import { freePort } from '../support/net/network.ts'
import { type Server, startServer } from '../support/server.ts'

let server: Server
let folder: string
beforeAll(async () => {
  server = await startServer({ args: ['--host', '127.0.0.1'] })
  folder = mkdtempSync(join(tmpdir(), 'doorstep-door-'))
  chmodSync(folder, 0o755)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

describe('alone', () => {
  test.concurrent.each(CORPUS.map((one) => [one.name, one] as const))('%s', async (_, { send, statuses, closed }) => {
    const got = await exchange(server.port, send, { atLeast: statuses.length })
    const answers = answersIn(got.text)
    expect({ statuses: answers.map(({ status }) => status), closed: got.closed }).toEqual({ statuses: [...statuses], closed })
    expect(got.text).not.toContain(SMUGGLED)
    for (const { status, head, body } of answers.filter(({ head }) => head.includes('doorstep-code'))) {
      expect(head).toMatch(/^access-control-allow-origin: \*$/im)
      expect(JSON.parse(body)).toMatchObject({ status })
    }
  })

  test('nothing of it was a fault of ours', async () => {
    expect(server.output.filter((line) => /"level":"(warn|error)"/.test(line))).toEqual([])
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })
})

/** Asked after each case: where a reader lost count, the answer is that of another. */
const marker = (index: number) => `GET /marker-${index} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`

labTest('behind nginx, everybody gets the answer to what was asked', { programs: ['nginx'] }, async () => {
  const port = freePort()
  await using nginx = await startPassingNginx(folder, { upstream: server.port, port })
  for (const [index, { name, send }] of CORPUS.entries()) {
    const attack = await exchange(port, send, { silenceMs: 50 })
    const answers = answersIn((await exchange(port, [marker(index)], { atLeast: 1 })).text)
    expect([name, answers.map(({ status }) => status)]).toEqual([name, [404]])
    expect([name, JSON.parse(answers[0]?.body ?? '{}').detail]).toEqual([name, expect.stringContaining(`/marker-${index}.`)])
    const answered = attack.text.split(`at ${SMUGGLED}.`).length - 1
    const passed = readFileSync(nginx.log, 'utf8').split(`${SMUGGLED} `).length - 1
    // nginx may take the rest for a request; the server behind it may not, of its own accord.
    expect([name, answered <= passed]).toEqual([name, true])
    nginx.forget()
  }
})
