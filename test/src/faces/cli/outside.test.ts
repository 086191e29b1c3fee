// The doorstep outside, as the commands at home ask it.
import { expect, test } from 'bun:test'
import { outsideOf } from '../../../../src/faces/cli/outside.ts'
import { readSettings } from '../../../../src/settings/read.ts'
import { shareHosts } from '../../../support/shared.ts'

shareHosts()

function outside(server: string) {
  const found = outsideOf(readSettings({ given: new Map([['server', server]]) }, {}).config)
  if (!found) throw new Error('no server')
  return found
}
const question = { tool: 'port-check', body: { port: 8080 }, locale: 'en', signal: new AbortController().signal } as const

test('an address has its own version of IP alone, and is not asked over the other', async () => {
  expect(await outside('http://127.0.0.1:1/').families?.()).toEqual([4])
  expect(await outside('http://[::1]:1/').families?.()).toEqual([6])
  const none = await outside('http://127.0.0.1:1/').ask({ ...question, family: 6 })
  expect(none).toEqual({ failure: 'http://127.0.0.1:1 has no IPv6 address' })
})

test('a name that is not found any more is the reason, and ends nothing', async () => {
  expect(await outside('http://doorstep.invalid/').ask({ ...question, family: 4 })).toEqual({
    failure: expect.stringMatching(/^http:\/\/doorstep\.invalid cannot be asked: its name was not found; /),
  })
})

test('it is asked at the address of the version of IP that is wanted', async () => {
  const asked: string[] = []
  await using six = Bun.serve({
    port: 0,
    hostname: '::1',
    fetch: (request) => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`)
      return Response.json({ tool: 'port-check', proof: null })
    },
  })
  const said = await outside(`http://[::1]:${six.port}/`).ask({ ...question, family: 6 })
  expect([said, asked]).toEqual([{ answer: { tool: 'port-check', proof: null } }, ['POST /api/tools/port-check']])
})

test('its texts are cleaned where they are read, at any depth', async () => {
  const dirty = { headline: 'a\u001b[2Jb', steps: [{ text: 'c\u202ed', count: 1, none: null }] }
  await using server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json(dirty) })
  const said = JSON.stringify(await outside(`http://127.0.0.1:${server.port}/`).ask(question))
  expect(said).toContain('"count":1')
  expect(said).not.toMatch(/\\u001b|\u202e/)
})
