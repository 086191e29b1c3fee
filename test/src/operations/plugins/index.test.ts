// SIGHUP reads the folder of plug-ins again, all or nothing, without losing a request.
import { describe, expect, test } from 'bun:test'
import { copyFileSync, readFileSync } from 'node:fs'
import { openFolder } from '../../../../src/operations/plugins/load.ts'
import { labTest } from '../../../support/lab.ts'
import { type PlugInFolder, plugInFolder, wordTool } from '../../../support/process/plug-ins.ts'
import { bodyOf, postTool, type Server, startServer } from '../../../support/server.ts'
import { Pki } from '../../../support/tls/pki.ts'
import { until } from '../../../support/until.ts'

/** Returns the log lines of the next reloads: one for each process. */
async function hangUp(server: Server, processes = 1): Promise<Record<string, unknown>[]> {
  const rereads = () => server.output.filter((line) => line.includes('reloaded'))
  const before = rereads().length
  server.kill('SIGHUP')
  await until(() => rereads().length >= before + processes, 'it was reread')
  return rereads()
    .slice(before)
    .map((line) => JSON.parse(line))
}

const names = async (server: Server) => {
  const { tools } = await bodyOf(await fetch(`${server.url}/api/tools`))
  return tools.map(({ name }: { name: string }) => name)
}
const serve = ({ folder }: PlugInFolder, ...args: string[]) => startServer({ args: ['--tools-dir', folder, ...args] })

test('what is added, changed and removed is served so, everywhere, and the log says it', async () => {
  using plugIns = plugInFolder({
    'echo.ts': `import { say } from './lib/say.ts'\n${wordTool('echo', 'say(body.word)')}`,
    'lib/say.ts': 'export const say = (word: string) => word',
  })
  await using server = await serve(plugIns, '--metrics', 'on')
  const said = async (name: string) => (await bodyOf(await postTool(server.url, name, { word: 'hi' }))).word
  expect(await said('echo')).toBe('hi')

  plugIns.put('lib/say.ts', 'export const say = (word: string) => word + 1')
  plugIns.put('new.ts', wordTool('new', "'new'"))
  expect(await hangUp(server)).toMatchObject([
    { message: 'reloaded', what: '--tools-dir', path: plugIns.folder, added: ['new'], changed: ['echo'], removed: [] },
  ])
  expect([await said('echo'), await said('new')]).toEqual(['hi1', 'new'])
  expect(await names(server)).toContain('new')
  expect((await bodyOf(await fetch(`${server.url}/api/limits`))).weights).toMatchObject({ new: 1 })
  expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('doorstep_requests_total{tool="new",status="200"} 1')
  expect((await fetch(`${server.url}/api/tools/new`, { method: 'DELETE' })).headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')

  plugIns.remove('echo.ts')
  expect(await hangUp(server)).toMatchObject([{ added: [], changed: [], removed: ['echo'] }])
  expect((await postTool(server.url, 'echo', { word: 'hi' })).status).toBe(404)
  expect(await names(server)).not.toContain('echo')
  expect((await bodyOf(await fetch(`${server.url}/api/limits`))).weights).not.toHaveProperty('echo')
  expect(await (await fetch(`${server.url}/api/ip`)).text()).toBe('127.0.0.1')
})

test('with a mistake, everything stays as it was, and the log says why', async () => {
  using plugIns = plugInFolder({ 'echo.ts': wordTool('echo') })
  await using server = await serve(plugIns)
  plugIns.put('new.ts', wordTool('new'))
  plugIns.put('broken.ts', '\nexport default {')
  const [reread] = await hangUp(server)
  expect(reread).toMatchObject({ level: 'error', message: 'not reloaded: the previous version stays in use' })
  expect(reread?.reason).toStartWith(`1 mistake in "${plugIns.folder}"\n  ${plugIns.folder}/broken.ts:2: `)
  expect(await names(server)).not.toContain('new')
  expect((await postTool(server.url, 'echo', { word: 'hi' })).status).toBe(200)
  plugIns.remove('broken.ts')
  expect(await hangUp(server)).toMatchObject([{ added: ['new'], changed: [] }])
})

test('a request that runs ends with the tool that it began with, also if that is gone', async () => {
  using plugIns = plugInFolder({
    'slow.ts': `let ticks = 0\nsetInterval(() => ticks++, 10)\n${wordTool('slow', "(await Bun.sleep(1500), (ticks = 0), await Bun.sleep(500), 'old ' + body.word + (ticks > 0))")}`,
  })
  await using server = await serve(plugIns)
  const running = postTool(server.url, 'slow', { word: 'one' })
  await Bun.sleep(200)
  plugIns.put('slow.ts', wordTool('slow', "'new'"))
  expect(await hangUp(server)).toMatchObject([{ changed: ['slow'] }])
  expect((await bodyOf(await postTool(server.url, 'slow', { word: '' }))).word).toBe('new')
  plugIns.remove('slow.ts')
  expect(await hangUp(server)).toMatchObject([{ removed: ['slow'] }])
  // Its timer went on until then: nothing is taken from under a run.
  expect((await bodyOf(await running)).word).toBe('old onetrue')
})

/** Asks without a pause, over connections that stay open, until it is told to stop; that resolves with what was answered. */
async function crowd(url: string, options: RequestInit & { tls?: { rejectUnauthorized: boolean } }) {
  const answers = new Map<string, number>()
  let isOver = false
  const begun = Promise.withResolvers<void>()
  const ask = async () => {
    while (!isOver) {
      const answer = await fetch(`${url}?word=x`, options)
        .then(async (response) => `${response.status} ${(await bodyOf(response)).word}`)
        .catch((error) => `lost: ${error}`)
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
      begun.resolve()
    }
  }
  const asking = Promise.all(Array.from({ length: 8 }, ask))
  await begun.promise
  return async () => {
    isOver = true
    await asking
    return answers
  }
}

describe('no request is lost', () => {
  test('while the folder is read again and again', async () => {
    using plugIns = plugInFolder({ 'echo.ts': wordTool('echo', "'0'") })
    await using server = await serve(plugIns)
    const end = await crowd(`${server.url}/api/tools/echo`, {})
    for (let version = 1; version <= 10; version++) {
      plugIns.put('echo.ts', wordTool('echo', `'${version}'`))
      expect(await hangUp(server)).toMatchObject([{ changed: ['echo'] }])
      expect((await bodyOf(await postTool(server.url, 'echo', { word: '' }))).word).toBe(`${version}`)
    }
    const answers = await end()
    expect([...answers.keys()].toSorted()).toEqual(Array.from({ length: 11 }, (_, version) => `200 ${version}`).toSorted())
  })

  labTest('over HTTPS, on connections from before a change of certificates, too', { programs: ['openssl'] }, async () => {
    using pki = new Pki()
    const [leaf, renewed] = [
      await pki.issue('leaf', { san: ['IP:127.0.0.1'], to: 90 }),
      await pki.issue('renewed', { san: ['IP:127.0.0.1'], to: 90 }),
    ]
    using plugIns = plugInFolder({ 'echo.ts': wordTool('echo', "'0'") })
    await using server = await serve(plugIns, '--tls-cert', leaf.certificate, '--tls-key', leaf.key)
    const tls = { tls: { rejectUnauthorized: false } }
    const end = await crowd(`https://127.0.0.1:${server.port}/api/tools/echo`, tls)
    await Bun.sleep(200)
    copyFileSync(renewed.certificate, leaf.certificate)
    copyFileSync(renewed.key, leaf.key)
    plugIns.put('echo.ts', wordTool('echo', "'1'"))
    expect(await hangUp(server, 2)).toMatchObject([{ what: '--tls-cert, --tls-key' }, { changed: ['echo'] }])
    await Bun.sleep(200)
    const answers = await end()
    expect([...answers.keys()].toSorted()).toEqual(['200 0', '200 1'])
  })
})

const REREADS = 100
const GROWTH_MAX_KB = 30_000

labTest('200 rereads do not leak', {}, async () => {
  using plugIns = plugInFolder({ 'echo.ts': wordTool('echo', "'0'") })
  await using server = await serve(plugIns)
  const resident = () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1])
  const times = async (count: number) => {
    for (let version = 0; version < count; version++) {
      plugIns.put(
        'echo.ts',
        `const big = '${String(version).repeat(5000)}'\nsetInterval(() => big, 1000)\n${wordTool('echo', 'big')}`,
      )
      await hangUp(server)
    }
  }
  await times(REREADS / 4)
  const before = resident()
  await times(REREADS)
  expect(resident() - before).toBeLessThan(GROWTH_MAX_KB)
  console.log(`resident after ${REREADS} rereads: ${before} kB, then ${resident()} kB`)
})

test('what cannot be used after it was loaded leaves the previous set in place', async () => {
  using plugIns = plugInFolder({ 'echo.ts': wordTool('echo') })
  const source = await openFolder(plugIns.folder, [], () => {})
  const before = source.current()
  plugIns.put('new.ts', wordTool('new'))
  const refuse = () => {
    throw new Error('no room')
  }
  await expect(source.reload(refuse)).rejects.toThrow('no room')
  expect(source.current()).toBe(before)
  await source.reload(() => {})
  expect(source.current().plugIns).toEqual(['echo', 'new'])
  source.close()
})
