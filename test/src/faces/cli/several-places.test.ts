// `--places`: this doorstep and the other places that it names, as real servers on loopback.

import { afterAll, describe, expect, test } from 'bun:test'
import { located } from '../../../../src/faces/cli/remote-tool.ts'
import { actionLabelsText } from '../../../../src/operations/registry/action-labels.text.ts'
import { busy, HOSTILE, silence, startEarlier, startPlace } from '../../../support/hostile/places.ts'
import { listed } from '../../../support/listed.ts'
import { runLine, spawnLine } from '../../../support/process/command-line.ts'
import { IMPATIENT, type Server, startServer } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test asks for fields of JSON
type Shown = Record<string, any>

const LOOPBACK = ['--allow-targets', '127.0.0.0/8,::1/128']
const NOWHERE = 'http://127.0.0.1:1'

const owned = new AsyncDisposableStack()
afterAll(() => owned.disposeAsync())
const far = await sharedServer({ args: LOOPBACK })
const filtered = await sharedServer({ args: [...LOOPBACK, '--deny-targets', '127.0.0.1'] })
const earlier = owned.use(startEarlier(far.url))

/** Starts a doorstep with these other places. */
function startWith(places: Readonly<Record<string, string>>): Promise<Server> {
  const written = Object.entries(places).map(([name, url]) => `${name}=${url}`)
  return startServer({ args: [...LOOPBACK, '--places', written.join(',')] })
}
const ask = (server: Server, args: readonly string[]) => runLine([...args, '--places', '--server', server.url])
const nameOf = ({ port }: Server) => `127.0.0.1:${port}`

describe('other places', () => {
  test('one line each, and the sentence; one of before is judged by its finding', async () => {
    await using here = await startWith({ Far: far.url, Old: earlier.url })
    const { code, out, err } = await ask(here, ['port-check', `${here.port}`])
    expect([code, err]).toEqual([0, ''])
    const lines = `${nameOf(here)}:  open\nFar:${' '.repeat(13)}open\nOld:${' '.repeat(13)}open\n`
    expect(out.replaceAll(/: {2,}/g, ':  ')).toBe(
      `${lines.replaceAll(/: {2,}/g, ':  ')}\nOpen from ${nameOf(here)}, Far, and Old.\n`,
    )
    const shut = await ask(here, ['port-check', '1', '--lang', 'ko'])
    expect([shut.code, shut.out.split('\n').at(-2)]).toEqual([1, `${nameOf(here)}, Far 및 Old에서는 닫혀 있습니다.`])
    expect(earlier.asked).toEqual(['/api/tools/port-check', '/api/tools/port-check'])
  })

  test('one that does not get through, one that refuses, one that is not there: for scripts as well', async () => {
    const timeout = { tool: 'port-check', ip: '127.0.0.1', status: 'timeout', good: false, headline: 'Run this' }
    await using silent = startPlace(() => Response.json(timeout))
    await using here = await startWith({ Silent: silent.url, No: filtered.url, Gone: NOWHERE })
    const line = ['port-check', `${here.port}`]
    const { code, out } = await ask(here, line)
    expect([code, out]).toEqual([1, expect.stringMatching(/^Silent: +silent$/m)])
    expect(out).toMatch(/^No: +not asked: it refused \(HTTP 403\)$/m)
    expect(out).toMatch(/^Gone: +http:\/\/127\.0\.0\.1:1\/ cannot be asked: nothing answers at port 1; /m)
    expect(out).toContain(
      `\n\nOpen from ${nameOf(here)}, silent from Silent. So the way is open, and something filters by where a connection comes from.\n\n1. Look for what keeps Silent out: `,
    )
    expect(out).not.toContain('Run')
    const json = await ask(here, [...line, '--json'])
    const { places, ...whole } = JSON.parse(json.out)
    const shown = places.map(({ name, url, good, answer, problem, error }: Shown) => {
      return [name, url, good, answer?.status, problem?.code, error]
    })
    expect([json.code, shown]).toEqual([
      1,
      [
        [nameOf(here), `${here.url}/`, true, 'open', undefined, null],
        ['Silent', silent.url, false, 'timeout', undefined, null],
        ['No', filtered.url, null, undefined, 'requester-not-public', 'not asked: it refused (HTTP 403)'],
        ['Gone', NOWHERE, null, undefined, undefined, expect.stringContaining('nothing answers at port 1')],
      ],
    ])
    expect(whole).toEqual({
      difference: 'reachable-from-some',
      headline: expect.stringMatching(/^Open from .*, silent from Silent\. /),
      situation: 'filtered-by-origin',
      nextActions: ['find-origin-filter', 'ask-provider', 'try-from-there'].map((code) => ({
        code,
        label: actionLabelsText.en[code],
        text: expect.stringContaining('Silent'),
      })),
    })
    expect((await ask(here, [...line, '--any'])).code).toBe(0)
    const short = await ask(here, [...line, '--short'])
    expect(short.out).toBe(`${nameOf(here)}\topen\nSilent\ttimeout\n`)
    expect(short.err).toContain('doorstep: No: not asked: it refused (HTTP 403)\ndoorstep: Gone: ')
  })

  test('a hostile place is not asked, is never closed, and says nothing', async () => {
    const hostile = Object.entries(HOSTILE).map(([name, answer]) => ({ name, place: owned.use(startPlace(answer)) }))
    await using here = await startWith(Object.fromEntries(hostile.map(({ name, place }) => [name, place.url])))
    for (const locale of ['en', 'ko']) {
      const { code, out, err } = await ask(here, ['port-check', `${here.port}`, '--lang', locale])
      expect([code, err]).toEqual([2, ''])
      expect(out).not.toMatch(/<|curl|evil|closed|닫/)
      expect(out.trim().split('\n')).toHaveLength(hostile.length + 3)
    }
    expect((await ask(here, ['port-check', `${here.port}`])).out).toEndWith(
      `\n\nOnly ${nameOf(here)} could look, so there is nothing to compare.\n`,
    )
  })

  test('a place that never answers is given up, and one that is busy has its status alone', async () => {
    await using slow = startPlace(silence)
    await using full = startPlace(busy)
    await using here = await startWith({ Slow: slow.url, Full: full.url })
    const { code, out } = await spawnLine(['port-check', `${here.port}`, '--places', '--server', here.url], { env: IMPATIENT })
    expect([code, out]).toEqual([2, expect.stringMatching(/^Slow: +.*no answer within 1\.5 seconds$/m)])
    expect(out).toMatch(/^Full: +not asked: it refused \(HTTP 429\)$/m)
  })

  test('what the named doorstep refuses is said in its words; with --details, all that it found', async () => {
    await using here = await startWith({ Far: far.url })
    const mistake = await ask(here, ['port-check', '0'])
    expect([mistake.code, mistake.out]).toEqual([2, ''])
    expect(mistake.err).toContain('Invalid request: The field "Port" must be a whole number from 1 to 65535.')
    const { out } = await ask(here, ['port-check', '1', '--details'])
    expect(out.match(/^Usual for this port: +tcpmux$/gm)).toHaveLength(1)
  })
})

describe('no other places', () => {
  const HERE = { name: 'here', url: null }
  test.each<[name: string, list: unknown]>([
    ['where the server names none', [HERE]],
    ['where it names what is not a place', [HERE, { name: 'x', url: 'file:///etc/passwd' }]],
    ['where an entry is nothing', [null, null]],
    ['where it names too many', Array.from({ length: 20 }, (_, at) => ({ name: `${at}`, url: `http://127.0.0.${at}` }))],
  ])('%s', async (_, list) => {
    await using place = startPlace(() => Response.json(list))
    const err = `doorstep: ${place.url}/ names no other places\n`
    expect(await runLine(['ip', '--places', '--server', place.url])).toEqual({ code: 2, out: '', err })
    expect(place.asked).toEqual(['/api/places'])
  })

  const TWO = ['--server', 'http://a.example', '--server', 'http://b.example']
  const ONE_SERVER = `--server: "http://a.example http://b.example" names more than one server: --places also asks the other places of a server`
  test.each([
    [['ip', '--places'], '--places needs --server URL, which names the other places'],
    [['ip', '--any'], '--any needs --places, which asks several'],
    [
      ['ip', '--places', '--server', NOWHERE],
      `${NOWHERE}/ cannot be asked: nothing answers at port 1; check that address and your connection to the internet`,
    ],
    ...['ip', 'mcp', 'home'].map((name) => [[name, ...TWO], ONE_SERVER] as const),
    [
      ['port-check', '80', '--server', 'http://a.example', '--deny-ports', '80'],
      '--deny-ports has no effect with --server, which checks from another machine',
    ],
  ])('%j exits with 2 and one line', async (args, sentence) => {
    const { code, out, err } = await runLine(args)
    expect([code, out, err.slice('doorstep: '.length, -1)]).toEqual([2, '', sentence])
  })
})

describe('the address of another place', () => {
  const at = async (url: string, namedBy: string | null) => (await located({ name: 'x', url }, namedBy)).at
  const inside = listed(`
    http://127.0.0.1 http://0x7f.1 http://[::1]:8080 http://10.1.2.3 http://192.168.0.1 http://100.64.0.1 http://169.254.169.254
    http://[fd00::1] http://[fe80::1] http://[::ffff:10.0.0.1] http://0.0.0.0
  `)

  test.each(inside)('%s is never asked because a server on the internet names it', async (url) => {
    for (const namedBy of ['9.9.9.9', '2620:fe::fe', null]) expect(await at(url, namedBy)).toBe('inside')
    for (const namedBy of ['127.0.0.1', '192.168.0.9', 'fd00::9']) expect(await at(url, namedBy)).toBeNull()
  })

  test('one on the internet is asked at the address that was judged', async () => {
    expect(await at('https://9.9.9.9', '8.8.8.8')).toEqual({ address: '9.9.9.9', family: 4 })
    expect(await at('https://[2620:fe::fe]:444', '8.8.8.8')).toEqual({ address: '2620:fe::fe', family: 6 })
  })
})
