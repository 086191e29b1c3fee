// Random bytes at the door, and random bodies for every operation; bench/door.ts has more of both.

import { expect } from 'bun:test'
import { fuzzDoor } from '../support/door/fuzz.ts'
import { fuzzOperations } from '../support/door/operations.ts'
import { labTest } from '../support/lab.ts'
import { sharedServer } from '../support/shared.ts'

const CONNECTIONS = 3000
const REQUESTS = 3000
const SEED = 2026
const server = await sharedServer({ args: ['--host', '127.0.0.1'] })

const isWell = async () => {
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  expect(server.output.filter((line) => line.includes('"level":"error"'))).toEqual([])
}

labTest(`${CONNECTIONS} connections of random bytes: what is whole is answered once, and nothing breaks`, {}, async () => {
  expect(await fuzzDoor(server.port, CONNECTIONS, SEED)).toEqual([])
  await isWell()
})

labTest(`${REQUESTS} random bodies: no fault, and every answer as it is published`, {}, async () => {
  const { wrong, answers } = await fuzzOperations(server.url, REQUESTS, SEED)
  expect(wrong).toEqual([])
  // Right bodies and wrong ones were among them.
  const statuses = [...answers.keys()].map((key) => key.split(' ')[1])
  for (const status of ['200', '403', '422']) expect(statuses).toContain(status)
  await isWell()
})
