// `npm start` installs enough to serve, and ends the server when it is ended.
import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sampled, sampleName } from '../support/lab.ts'
import { makeCheckout } from '../support/process/checkout.ts'
import { FROM_SOURCE, postTool, ROOT, startServer } from '../support/server.ts'

const SETUP = join('.ci', 'setup.mjs')
const isGone = async (url: string) => (await fetch(`${url}/healthz`).catch(() => null)) === null

/** Returns a checkout in which everything is in place that `npm start` installs and builds, and nothing else. */
function servingCheckout() {
  const checkout = makeCheckout()
  const read = (path: string) => readFileSync(join(checkout.folder, path), 'utf8')
  rmSync(join(checkout.folder, 'node_modules'))
  const { packages } = JSON.parse(read('package-lock.json'))
  const needed = Object.keys(packages).filter((path) => path !== '' && !packages[path].dev && !packages[path].optional)
  for (const path of needed.filter((one) => one.lastIndexOf('node_modules/') === 0)) {
    mkdirSync(dirname(join(checkout.folder, path)), { recursive: true })
    symlinkSync(join(ROOT, path), join(checkout.folder, path))
  }
  const sum = new Bun.CryptoHasher('sha256').update(read('package-lock.json')).update(read('package.json')).digest('hex')
  writeFileSync(join(checkout.folder, 'node_modules', '.doorstep-packages'), `${sum} serving`)
  // The data of this checkout may be in any state: they are not built for this.
  writeFileSync(
    join(checkout.folder, 'data', 'datasets.gen.json'),
    read('data/datasets.gen.json').replace(/"recipe": "\w+"/, '"recipe": "custom"'),
  )
  return checkout
}

test('without the packages for tests and builds, doorstep serves its page and its tools', async () => {
  using checkout = servingCheckout()
  expect(existsSync(join(checkout.folder, 'node_modules', 'playwright-core'))).toBe(false)
  const [bun = ''] = FROM_SOURCE
  await using server = await startServer({ command: [bun, 'src/main.ts'], cwd: checkout.folder })
  expect(await (await fetch(server.url, { headers: { accept: 'text/html' } })).text()).toContain('<svg')
  expect((await postTool(server.url, 'ip-lookup', { ip: '8.8.8.8' })).status).toBe(200)
})

test('the scripts that serve install no more than that, all others everything', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(scripts.start).toBe('node .ci/setup.mjs bun src/main.ts')
  expect(Object.keys(scripts).filter((name) => /setup\.mjs( --no-data)? bun /.test(scripts[name]))).toEqual([
    'start',
    'dev',
    'data',
  ])
})

/** The set-up as a script of npm runs it, below a shell that hands nothing on. */
const asScript = (cwd: string, words: string) =>
  startServer({
    cwd,
    command: ['sh', '-c', `"${process.execPath}" "${SETUP}" bun ${words} "$@"; exit`, 'sh'],
    env: { npm_lifecycle_event: 'start' },
  })

test.each(sampled(1, ['src/main.ts', '--watch src/main.ts']))(
  sampleName('ending the shell of npm ends bun %s'),
  async (words) => {
    using checkout = servingCheckout()
    await using server = await asScript(checkout.folder, words)
    expect(await isGone(server.url)).toBe(false)
    server.kill('SIGTERM')
    await server.exited
    while (!(await isGone(server.url))) await Bun.sleep(50)
  },
)

test('while another process sets the checkout up, npm start waits and then does not repeat its work', async () => {
  using checkout = servingCheckout()
  const [stamp, lock] = [join(checkout.folder, 'node_modules', '.doorstep-packages'), join(checkout.folder, '.setup-lock')]
  const text = readFileSync(stamp, 'utf8')
  rmSync(stamp)
  mkdirSync(lock)
  writeFileSync(join(lock, 'pid'), `${process.pid}`)
  const child = Bun.spawn([process.execPath, SETUP, 'bun', '--version'], { cwd: checkout.folder, stdout: 'pipe', stderr: 'pipe' })
  const told = child.stderr.getReader().read()
  expect(new TextDecoder().decode((await told).value)).toContain(
    `waiting for process ${process.pid}, which sets this checkout up`,
  )
  writeFileSync(stamp, text)
  expect([await child.exited, existsSync(lock)]).toEqual([0, true])
})

test.each([
  ['without an id', null],
  ['of a process that has ended', 'ended'],
])('a lock %s does not stop a start', async (_, holder) => {
  using checkout = servingCheckout()
  const lock = join(checkout.folder, '.setup-lock')
  mkdirSync(lock)
  if (holder) writeFileSync(join(lock, 'pid'), `${Bun.spawnSync([process.execPath, '--version']).pid}`)
  rmSync(join(checkout.folder, 'data', 'continents.gen.json'))
  writeFileSync(join(checkout.folder, 'data', 'build.ts'), "console.error('built')")
  const child = Bun.spawn([process.execPath, SETUP, 'bun', '--version'], { cwd: checkout.folder, stdout: 'pipe', stderr: 'pipe' })
  expect([await child.exited, await new Response(child.stderr).text()]).toEqual([0, 'built\n'])
  expect(existsSync(lock)).toBe(false)
})
