// Plug-ins as their authors and operators have them: the compiled file, the types that it prints, and the example of deploy/.
import { describe, expect, test } from 'bun:test'
import { cpSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXECUTABLE } from '../support/executable.ts'
import { labTest } from '../support/lab.ts'
import { makeCheckout } from '../support/process/checkout.ts'
import { complaintOf, plugInFolder, wordTool } from '../support/process/plug-ins.ts'
import { bodyOf, NOBODY, plainEnvironment, postTool, ROOT, type Server, startServer } from '../support/server.ts'
import { sharedFolder } from '../support/shared.ts'

const EXAMPLE = join(ROOT, 'deploy', 'plugin-example')
const NTP_EPOCH_S = 2_208_988_800
const AHEAD_S = 100

const folder = realpathSync(sharedFolder('plug-ins'))

/** Returns a folder with the types and nothing of this repository, and without packages above it. */
function authorsFolder(name: string, from: string): string {
  const path = join(folder, name)
  cpSync(from, path, { recursive: true })
  const { code, out } = complaintOf([EXECUTABLE], ['tools', '--types'], folder)
  expect(code).toBe(0)
  writeFileSync(join(path, 'doorstep.d.ts'), out)
  return path
}

function compile(path: string): [code: number, says: string] {
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  const { exitCode, stdout } = Bun.spawnSync([process.execPath, compiler, '-p', path])
  return [exitCode, stdout.toString()]
}

describe('the types', () => {
  test('stand by themselves: without packages, and checked like code', () => {
    const path = authorsFolder('types', EXAMPLE)
    const tsconfig = JSON.parse(readFileSync(join(path, 'tsconfig.json'), 'utf8'))
    expect(tsconfig.compilerOptions).toMatchObject({ types: [], strict: true })
    expect(tsconfig.compilerOptions).not.toHaveProperty('skipLibCheck')
    expect(compile(path)).toEqual([0, ''])
  })

  labTest('refuse what the types of this repository refuse, line by line', {}, () => {
    const path = authorsFolder('refused', EXAMPLE)
    const ours = readFileSync(join(ROOT, 'test', 'src', 'tool.types.ts'), 'utf8')
    const theirs = ours.replace('../../src/tool.ts', 'doorstep').replace('../../src/policy/target.ts', 'doorstep/policy/target')
    expect(theirs).not.toContain('../src/')
    writeFileSync(join(path, 'refused.ts'), theirs)
    expect(compile(path)).toEqual([0, ''])
    writeFileSync(join(path, 'refused.ts'), theirs.replaceAll('@ts-expect-error', ''))
    const [code, says] = compile(path)
    expect(code).not.toBe(0)
    expect(says.match(/^refused\.ts/gm)?.length ?? says.match(/refused\.ts\(/g)?.length).toBeGreaterThan(30)
  })
})

test('the example compiles, is accepted, and works: a page by model, and a time server that answers', async () => {
  const path = authorsFolder('example', EXAMPLE)
  expect(compile(path)).toEqual([0, ''])
  const checked = complaintOf([EXECUTABLE], ['check', '--tools-dir', path, '--resolvers', NOBODY], folder)
  expect(checked).toMatchObject({ code: 0, out: 'settings: ok\n--tools-dir: support-page ok\n--tools-dir: time-check ok\n' })
  await using server = await startServer({ cwd: folder, args: ['--tools-dir', path, '--allow-targets', '127.0.0.0/8'] })
  const clock = await Bun.udpSocket({
    hostname: '127.0.0.1',
    port: 0,
    socket: { data: (socket, _, port, address) => void socket.send(timeReply(), port, address) },
  })
  const ask = async (name: string, body: object) => bodyOf(await postTool(server.url, name, body, { 'accept-language': 'ko' }))
  expect(await ask('support-page', { model: ' ax-100' })).toMatchObject({
    model: 'AX-100',
    url: 'https://support.example.com/ax-100',
  })
  expect(await ask('support-page', { model: 'AX-1' })).toMatchObject({
    code: 'unknown-value',
    supported: ['AX-100', 'AX-200'],
    detail: '찾을 수 없는 모델명: AX-1.',
  })
  const { offsetMs, ...answered } = await ask('time-check', { host: '127.0.0.1', port: clock.port })
  expect(answered).toMatchObject({ status: 'answered', address: '127.0.0.1', nextActions: [] })
  expect(Math.abs(offsetMs - AHEAD_S * 1000)).toBeLessThan(5000)
  clock.close()
  expect(await ask('time-check', { host: '127.0.0.1', port: clock.port })).toMatchObject({
    status: 'silent',
    nextActions: [{ code: 'ask-another' }],
  })
  // The policy holds for plug-ins as for all others.
  expect(await ask('time-check', { host: '10.0.0.1' })).toMatchObject({ code: 'target-not-public' })
})

/** Returns the reply of a time server whose clock is ahead. */
function timeReply(): Uint8Array {
  const reply = new DataView(new ArrayBuffer(48))
  reply.setUint8(0, 0x24)
  reply.setUint32(40, Math.floor(Date.now() / 1000) + NTP_EPOCH_S + AHEAD_S)
  return new Uint8Array(reply.buffer)
}

/** Every place where an operation appears without being written down there. A new face adds its own place here. */
const PLACES: Record<string, (server: Server) => Promise<readonly string[]>> = {
  'a route': async ({ url }) => {
    const answers = await Promise.all(NEW.map((name) => postTool(url, name, { word: 'hi' }).then(bodyOf)))
    return answers.map(({ tool, word }) => (word === 'hi' ? tool : word))
  },
  'GET /api/tools': async ({ url }) => {
    const { tools } = await bodyOf(await fetch(`${url}/api/tools`, { headers: { 'accept-language': 'ko' } }))
    return tools
      .filter(({ summary }: { summary: string }) => summary === '단어를 그대로 돌려줍니다')
      .map(({ name }: { name: string }) => name)
  },
  'the weights of /api/limits': async ({ url }) => Object.keys((await bodyOf(await fetch(`${url}/api/limits`))).weights),
  'the labels of the metrics': async ({ url }) =>
    [...(await (await fetch(`${url}/metrics`)).text()).matchAll(/^doorstep_requests_total\{tool="([^"]+)"/gm)].map(
      ([, name = '']) => name,
    ),
  'the OpenAPI document': async ({ url }) => {
    const { paths } = await bodyOf(await fetch(`${url}/openapi.json`))
    return Object.keys(paths).map((path) => path.replace('/api/tools/', ''))
  },
  'the tools of agents': async ({ url }) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const text = await (await fetch(`${url}/mcp`, { method: 'POST', headers, body })).text()
    const { result } = JSON.parse(text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? ''))
    return result.tools.map(({ name }: { name: string }) => name)
  },
  'the page, even without a script': async ({ url }) => {
    const document = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
    return NEW.filter((name) => document.includes(`#${name}"`))
  },
}
const NEW = ['added', 'plugged']

labTest('a new file in tools/ and one in --tools-dir appear everywhere, with no other edit', {}, async () => {
  using tree = makeCheckout()
  using plugIns = plugInFolder({ 'plugged.ts': wordTool('plugged') })
  writeFileSync(join(tree.folder, 'tools', 'added.ts'), wordTool('added', 'body.word', "from '../src/tool.ts'"))
  const args = ['--tools-dir', plugIns.folder, '--metrics', 'on']
  expect(Bun.spawnSync([process.execPath, '.ci/build.ts'], { cwd: tree.folder }).exitCode).toBe(0)
  for (const command of [[process.execPath, 'src/main.ts'], [join(tree.folder, 'dist', 'doorstep')]]) {
    await using server = await startServer({ command, cwd: tree.folder, args })
    for (const [place, namesIn] of Object.entries(PLACES))
      expect([place, await namesIn(server)]).toEqual([place, expect.arrayContaining(NEW)])
    const folders = { cwd: tree.folder, env: { ...plainEnvironment(), DOORSTEP_TOOLS_DIR: plugIns.folder } }
    for (const name of NEW) {
      const { stdout } = Bun.spawnSync([...command, name, 'hi', '--json'], folders)
      expect(JSON.parse(stdout.toString())).toMatchObject({ tool: name, word: 'hi' })
      const help = Bun.spawnSync([...command, name, '--help', '--lang', 'ko'], folders)
      expect(help.stdout.toString()).toContain('단어를 그대로 돌려줍니다')
    }
    expect(Bun.spawnSync([...command, 'tools'], folders).stdout.toString()).toContain('\n  plugged ')
  }
})
