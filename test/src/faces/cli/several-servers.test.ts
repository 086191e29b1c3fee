import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { PROGRAM } from '../../../support/executable.ts'
import { runLine, startResolver } from '../../../support/process/command-line.ts'
import { atTerminal } from '../../../support/process/terminal.ts'
import { type Server, startServer } from '../../../support/server.ts'

const LOOPBACK = ['--allow-targets', '127.0.0.0/8,::1/128']
const NOWHERE = 'http://127.0.0.1:1/'

let [one, other, refusing]: Server[] = []
beforeAll(async () => {
  const args = [LOOPBACK, LOOPBACK, [...LOOPBACK, '--deny-targets', '127.0.0.1']]
  ;[one, other, refusing] = await Promise.all(args.map((own) => startServer({ args: own })))
})
afterAll(() => Promise.all([one, other, refusing].map((server) => server?.[Symbol.asyncDispose]())))

/** Returns the URL of a server, and its name in the answer. */
function at(server: Server | undefined): string {
  return `${server?.url}/`
}
function nameOf(server: Server | undefined): string {
  return `127.0.0.1:${server?.port}`
}
function ask(args: readonly string[], ...servers: readonly string[]) {
  return runLine([...args, ...servers.flatMap((server) => ['--server', server])])
}

describe('several servers', () => {
  test('one that does not get through, to the same address', async () => {
    const answer = {
      tool: 'port-check',
      ip: '127.0.0.1',
      status: 'timeout',
      good: false,
      headline: 'Nothing came back.\u001b[2J',
    }
    await using far = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json(answer) })
    const name = `127.0.0.1:${far.port}`
    const { code, out } = await ask(['port-check', `${one?.port}`], at(one), `${far.url}`.replace('localhost', '127.0.0.1'))
    expect(code).toBe(1)
    expect(out).toContain(`\n${name}:  Nothing came back. [2J\n\n`)
    expect(out).toEndWith(
      `\n\nReached from ${nameOf(one)}, not from ${name}: something on the way filters by origin, or the network of ${name} does not let this out.\n`,
    )
  })

  test('an earlier one, which does not say whether anything has to be done, is judged here', async () => {
    const open = { tool: 'port-check', ip: '127.0.0.1', status: 'open', nextActions: [{ code: 'port-is-open' }], headline: '' }
    const answers = [open, { ...open, status: 'refused' }, { ...open, status: null }, { ...open, tool: 'another' }]
    const far = answers.map((one) => Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json(one) }))
    const urls = far.map(({ port }) => `http://127.0.0.1:${port}`)
    const { code, out } = await ask(['port-check', '80', '--json'], ...urls)
    expect([code, JSON.parse(out).servers.map(({ good }: { good: unknown }) => good)]).toEqual([1, [true, false, null, null]])
    expect((await ask(['port-check', '80'], urls[0] ?? '')).code).toBe(0)
    await Promise.all(far.map((server) => server.stop(true)))
  })

  test('one that checks another address of the same name', async () => {
    using listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
    const [first, second] = await Promise.all([startResolver([127, 0, 0, 1]), startResolver([127, 0, 0, 2])])
    const started = [first, second].map(({ resolvers }) => startServer({ args: [...LOOPBACK, '--resolvers', resolvers] }))
    const [here, there] = await Promise.all(started)
    const check = ['public-service-check', 'web.example.com', '--port', `${listener.port}`]
    const { code, out } = await ask(check, at(here), at(there))
    expect(code).toBe(1)
    expect(out).toEndWith(`(127.0.0.1 from ${nameOf(here)}; 127.0.0.2 from ${nameOf(there)}): the difference may lie there.\n`)
    expect((await ask([...check, '--any'], at(here), at(there))).code).toBe(0)
    for (const part of [here, there, first, second]) await part?.[Symbol.asyncDispose]()
  })

  test('one line each, and that they agree on good', async () => {
    const { code, out, err } = await ask(['port-check', `${one?.port}`], at(one), at(other))
    expect([code, err]).toEqual([0, ''])
    const finding = `TCP port ${one?.port} at 127.0.0.1 answers this server, which asked from 127.0.0.1.`
    expect(out).toBe(
      `${[one, other].map((server) => `${nameOf(server)}:  ${finding}\n`).join('')}\nReached from every server that answered.\n`,
    )
  })

  test('agreeing on bad is 1, with --any as well', async () => {
    for (const more of [[], ['--any']]) {
      const { code, out } = await ask(['port-check', '1', ...more], at(one), at(other))
      expect(code).toBe(1)
      expect(out).toEndWith('\n\nNot reached from any server that answered.\n')
    }
  })

  test('one that refuses or cannot be asked has a line of its own, and leaves the whole open', async () => {
    const line = ['port-check', `${one?.port}`]
    const { code, out, err } = await ask(line, at(one), at(refusing), NOWHERE)
    expect([code, err]).toEqual([2, ''])
    const [good, refused, down, empty, sentence] = out.split('\n')
    expect(good).toStartWith(`${nameOf(one)}:  TCP port `)
    expect(refused).toMatch(new RegExp(`^${nameOf(refusing)}:  The requester has no public address: `))
    expect(down).toMatch(/^127\.0\.0\.1:1: +http:\/\/127\.0\.0\.1:1\/ cannot be asked: nothing answers at port 1; [^\n]*$/)
    expect([empty, sentence]).toEqual(['', `Only ${nameOf(one)} answered, so there is nothing to compare.`])
    expect((await ask([...line, '--any'], at(one), at(refusing), NOWHERE)).code).toBe(0)
  })

  test('none that can be asked is 2, with their reasons on standard error', async () => {
    const { code, out, err } = await ask(['port-check', '80'], NOWHERE, at(refusing))
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(
      /^doorstep: 127\.0\.0\.1:1: .*nothing answers at port 1; .*\ndoorstep: 127\.0\.0\.1:\d+: +The requester [^\n]*\n$/,
    )
    const mistake = await ask(['port-check', '0'], at(one), at(other))
    expect(mistake.code).toBe(2)
    expect(mistake.err.trim().split('\n')).toEqual(
      [one, other].map(
        (server) =>
          `doorstep: ${nameOf(server)}:  Invalid request: The field "Port" must be a whole number from 1 to 65535. See doorstep port-check --help.`,
      ),
    )
  })

  test('for scripts: every answer, problem and reason, in the order of the command line', async () => {
    const { code, out } = await ask(['port-check', `${one?.port}`, '--json'], at(one), at(refusing), NOWHERE)
    expect(code).toBe(2)
    expect(JSON.parse(out)).toEqual({
      servers: [
        {
          server: at(one),
          good: true,
          answer: expect.objectContaining({ tool: 'port-check', status: 'open' }),
          problem: null,
          error: null,
        },
        {
          server: at(refusing),
          good: null,
          answer: null,
          problem: expect.objectContaining({ code: 'requester-not-public', status: 403 }),
          error: expect.stringContaining('The requester has no public address: '),
        },
        {
          server: NOWHERE,
          good: null,
          answer: null,
          problem: null,
          error: expect.stringContaining('nothing answers at port 1; '),
        },
      ],
      agree: null,
      headline: `Only ${nameOf(one)} answered, so there is nothing to compare.`,
    })
    const none = await ask(['port-check', '80', '--json'], NOWHERE, 'http://127.0.0.1:2')
    expect([none.code, JSON.parse(none.out).headline]).toEqual([2, 'None of these servers gave an answer.'])
    expect(none.err.trim().split('\n')).toHaveLength(2)
  })

  test('in Korean', async () => {
    const { code, out } = await ask(['port-check', '1', '--lang', 'ko'], at(one), at(other))
    expect(code).toBe(1)
    expect(out).toEndWith('\n\n응답한 서버 중 어느 곳에서도 연결되지 않습니다.\n')
    expect((await ask(['port-check', '1', '--lang', 'ko'], at(one), NOWHERE)).out).toEndWith(
      `\n\n${nameOf(one)} 서버만 응답하여 비교할 수 없습니다.\n`,
    )
  })

  test('--details adds every answer as a whole', async () => {
    const { out } = await ask(['port-check', '1', '--details'], at(one), at(other))
    expect(out).toContain(`\n\nNot reached from any server that answered.\n\n${nameOf(one)}\n\n`)
    expect(out.match(/^127\.0\.0\.1 1\/tcp \(tcpmux\): refused /gm)).toHaveLength(2)
  })

  test('any tool, also one that answers with a text', async () => {
    expect(await ask(['ip'], at(one), at(other))).toEqual({
      code: 0,
      out: `${nameOf(one)}:  127.0.0.1\n${nameOf(other)}:  127.0.0.1\n\nThe answers agree.\n`,
      err: '',
    })
    const lookup = await ask(['ip-lookup', '8.8.8.8'], at(one), at(other))
    expect([lookup.code, lookup.out]).toEqual([0, expect.stringMatching(/ belongs to .*\n\nThe answers agree\.\n$/s)])
  })

  test('in the variable, by commas or blanks; a flag takes precedence, and the same server is asked once', async () => {
    const finding = 'The answers agree.'
    for (const between of [',', ' ', ', '])
      expect((await runLine(['ip'], { DOORSTEP_SERVER: `${at(one)}${between}${at(other)}` })).out).toContain(finding)
    const single = { code: 0, out: '127.0.0.1\n', err: '' }
    expect(await runLine(['ip', '--server', at(one)], { DOORSTEP_SERVER: `${NOWHERE},${at(other)}` })).toEqual(single)
    expect(await ask(['ip'], at(one), at(one), one?.url ?? '')).toEqual(single)
  })

  test.each([
    [['ip', '--any'], '--any needs several servers: repeat --server URL'],
    [['ip', '--any', '--lang', 'ko'], '--any 옵션은 --server URL 옵션을 여러 번 지정할 때만 쓸 수 있습니다'],
    [
      ['ip', '--server', 'http://a.example', '--server', 'b.example/?x'],
      '--server: "http://a.example b.example/?x" contains "b.example/?x", which is not the URL of a doorstep (https://doorstep.example.com or http://192.168.0.2:8080)',
    ],
    [
      ['ip', ...Array.from({ length: 9 }, (_, index) => `--server=http://${index}.example`)],
      expect.stringMatching(/^--server: ".*" names more than 8 servers$/),
    ],
    [
      ['ip', '--lang', 'ko', ...Array.from({ length: 9 }, (_, index) => `--server=http://${index}.example`)],
      expect.stringMatching(/^--server: ".*" - 서버는 최대 8개까지 지정할 수 있습니다$/),
    ],
    [
      ['mcp', '--server', 'http://a.example', '--server', 'http://b.example'],
      'mcp takes one --server: its answers have to come from one place',
    ],
    [
      ['port-check', '80', '--server', 'http://a.example', '--server', 'http://b.example', '--deny-ports', '80'],
      '--deny-ports has no effect with --server, which checks from another machine',
    ],
  ])('%j exits with 2 and one line', async (args, sentence) => {
    const { code, out, err } = await runLine(args)
    expect([code, out, err.slice('doorstep: '.length, -1)]).toEqual([2, '', sentence])
  })

  test('--any is of no consequence for one server', async () => {
    expect(await ask(['ip', '--any'], at(one))).toEqual({ code: 0, out: '127.0.0.1\n', err: '' })
  })
})

test('at a terminal, each event says which server it is from', async () => {
  const command = [...PROGRAM, 'reachability', '--port', '1', '--server', at(one), '--server', at(other)]
  await using terminal = atTerminal(command, { columns: 200 })
  await terminal.saw(/Not reached from any server that answered\./)
  expect(await terminal.exited).toBe(1)
  const screen = terminal.screen().replaceAll('\r\n', '\n')
  const [answer = '', last = ''] = screen.split('\u001b[J').toReversed()
  const events = last.split('\n').slice(0, -1)
  for (const server of [one, other])
    expect(events.filter((line) => line.startsWith(`${nameOf(server)}  `)).length).toBeGreaterThan(2)
  // As many lines are taken back as there were.
  expect(last).toEndWith(`\u001b[${events.length}A\n`.slice(0, -1).concat('\r'))
  const lines = answer.trim().split('\n')
  for (const server of [one, other]) expect(lines.filter((line) => line.startsWith(nameOf(server)))).toHaveLength(1)
}, 60_000)
