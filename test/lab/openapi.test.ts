// Every operation asked in a small internet, in every format and language: each answer is as the document says, and each example as it would be now.

import { expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { labTest } from '../support/lab.ts'
import { run } from '../support/net/namespace.ts'
import { isAskedAlone, makeClient } from '../support/openapi/client.ts'
import { EXAMPLES_PATH, makeExamples, REQUESTS } from '../support/openapi/examples.ts'
import type { Document } from '../support/openapi/judge.ts'
import { Judge } from '../support/openapi/judge.ts'
import { OPENAPI_LAB_NEEDS, type OpenapiLab, startOpenapiLab } from '../support/openapi/lab.ts'
import { steady } from '../support/openapi/steady.ts'
import { shared } from '../support/shared.ts'

const lab = shared(startOpenapiLab)

labTest('the examples are what is answered now: npm run examples', OPENAPI_LAB_NEEDS, async () => {
  const { ask, start } = await lab()
  const judge = new Judge((await (await ask({ path: '/openapi.json' })).json()) as Document)
  const faults: string[] = []
  const statuses = new Set<number>()
  const judged =
    (of: OpenapiLab['ask']): OpenapiLab['ask'] =>
    async (asked) => {
      const answer = await of(asked)
      statuses.add(answer.status)
      const method = asked.method ?? (asked.body === undefined ? 'GET' : 'POST')
      faults.push(...(await judge.judge(method, asked.path, answer.clone() as Response)))
      return answer
    }
  const watched: OpenapiLab = {
    ...(await lab()),
    ask: judged(ask),
    async start(...args) {
      const server = await start(...args)
      return { ...server, ask: judged(server.ask), [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
    },
    [Symbol.asyncDispose]: async () => {},
  }
  const examples = await makeExamples(watched)
  expect(faults).toEqual([])
  expect([...statuses].toSorted()).toEqual([200, 400, 403, 404, 405, 413, 415, 422, 429, 503])
  expect(steady(examples)).toEqual(steady(JSON.parse(readFileSync(EXAMPLES_PATH, 'utf8'))))
})

labTest('every tool streams as the document says, and text is text', OPENAPI_LAB_NEEDS, async () => {
  const { ask } = await lab()
  const judge = new Judge((await (await ask({ path: '/openapi.json' })).json()) as Document)
  for (const [name, { body }] of Object.entries(REQUESTS))
    for (const format of ['ndjson', 'sse']) {
      const path = `/api/tools/${name}?format=${format}`
      const answer = await ask({ path, body: JSON.stringify(body) })
      expect([name, answer.status, await judge.judge('POST', path, answer as Response)]).toEqual([name, 200, []])
    }
})

labTest('a client made of the document compiles, and asks every operation', OPENAPI_LAB_NEEDS, async () => {
  const { ask, atHome, url } = await lab()
  const document = (await (await ask({ path: '/openapi.json' })).json()) as Document
  using client = await makeClient(document)
  expect(await client.compile()).toEqual({ stdout: '', stderr: '', exitCode: 0 })
  const statuses = JSON.parse(await run(atHome(client.command(url))))
  expect(statuses).toEqual(
    Object.fromEntries(
      Object.keys(document.paths)
        .filter(isAskedAlone)
        .map((path) => [path, 200]),
    ),
  )
})
