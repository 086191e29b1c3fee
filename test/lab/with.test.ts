// Programs of docs/with.md as Debian has them, each with the setting of its section: at a home that reaches a doorstep and nothing else.
import { afterAll, expect } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { labTest } from '../support/lab.ts'
import { makeNamespace, type Namespace, portsOpen, run } from '../support/net/namespace.ts'
import { readPage } from '../support/process/pages.ts'
import { startServer } from '../support/server.ts'
import { AUTHORITY, Pki } from '../support/tls/pki.ts'

const owned = new AsyncDisposableStack()
afterAll(() => owned.disposeAsync())
const folder = owned.adopt(mkdtempSync(join(tmpdir(), 'doorstep-with-')), (path) => rmSync(path, { recursive: true }))
const allowed = ['--allow-targets', '198.18.0.0/15']
const PEER_PORT = 51_413

/** Returns the setting of a section of the page. */
function settingOf(program: string): string {
  return (
    new RegExp(`^## ${program}\n(?:(?!^## )[\\s\\S])*?^\`\`\`text\n([\\s\\S]*?)^\`\`\``, 'm').exec(
      readPage('docs/with.md'),
    )?.[1] ?? ''
  )
}

/** Starts a doorstep and a provider of dynamic names on this machine, and returns the updates that the provider is sent. */
async function startProvider({ peer4 }: Namespace) {
  const updates: string[] = []
  const provider = Bun.serve({
    hostname: peer4,
    port: 0,
    fetch({ url }) {
      updates.push(new URL(url).searchParams.get('myip') ?? url)
      return new Response('good')
    },
  })
  owned.defer(() => provider.stop(true))
  const server = owned.use(await startServer({ host: peer4, args: ['--host', peer4, ...allowed] }))
  return { updates, provider: `${peer4}:${provider.port}`, server: `${peer4}:${server.port}` }
}

labTest('ddclient sends its provider the address that doorstep saw', { programs: ['ip', 'ddclient'], root: true }, async () => {
  await using home = await makeNamespace()
  const { updates, provider, server } = await startProvider(home)
  const setting = settingOf('ddclient').replace('https://your.server', `http://${server}`)
  const lines = ['ssl=no', setting.trim(), 'protocol=dyndns2', `server=${provider}`, 'login=a', 'password=b', 'home.example.com']
  writeFileSync(join(folder, 'ddclient.conf'), `${lines.join('\n')}\n`, { mode: 0o600 })
  await run(
    home.inside([
      ...'ddclient -daemon 0 -verbose -noquiet -file'.split(' '),
      join(folder, 'ddclient.conf'),
      '-cache',
      join(folder, 'ddclient.cache'),
    ]),
  )
  expect(updates).toEqual([home.address4])
})

labTest('inadyn sends its provider the address that doorstep saw', { programs: ['ip', 'inadyn'], root: true }, async () => {
  await using home = await makeNamespace()
  const { updates, provider, server } = await startProvider(home)
  const setting = settingOf('inadyn').replace('your.server', server).replace('true', 'false')
  const own = `hostname = home.example.com\nusername = a\npassword = b\nddns-server = ${provider}\nddns-path = "/nic?myip=%i"\nssl = false`
  writeFileSync(join(folder, 'inadyn.conf'), `custom one {\n${own}\n${setting}}\n`)
  await run(
    home.inside([
      ...'inadyn --once --foreground --no-pidfile --cache-dir'.split(' '),
      folder,
      '--config',
      join(folder, 'inadyn.conf'),
    ]),
  )
  expect(updates).toEqual([home.address4])
})

labTest(
  'Transmission finds its port open, and closed',
  { programs: ['ip', 'transmission-daemon', 'curl', 'cat', 'openssl', 'nft'], root: true },
  async () => {
    await using home = await makeNamespace()
    using pki = new Pki()
    const [, name = ''] = settingOf('Transmission').trim().split(' ')
    const root = await pki.issue('root', { extensions: AUTHORITY })
    const { certificate, key } = await pki.issue('leaf', { by: root, san: [`DNS:${name}`] })
    const args = [
      '--host',
      home.peer4,
      '--port',
      '443',
      '--tls-cert',
      certificate,
      '--tls-key',
      key,
      '--public-origins',
      `https://${name}`,
    ]
    await using _ = await startServer({ host: home.peer4, args: [...args, ...allowed] })
    const hosts = join('/etc/netns', home.name)
    mkdirSync(hosts, { recursive: true })
    owned.defer(() => rmSync(hosts, { recursive: true }))
    writeFileSync(join(hosts, 'hosts'), `127.0.0.1 localhost\n${home.peer4} ${name}\n`)
    const off = Object.fromEntries(['dht', 'lpd', 'pex', 'utp', 'port-forwarding'].map((what) => [`${what}-enabled`, false]))
    const settings = { ...off, 'peer-port': PEER_PORT, 'rpc-whitelist-enabled': false, 'bind-address-ipv4': '0.0.0.0' }
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings))
    const trust = ['env', 'TR_CURL_SSL_VERIFY=1', `CURL_CA_BUNDLE=${root.certificate}`]
    home.spawn([...trust, 'transmission-daemon', '--foreground', '--config-dir', folder])
    await portsOpen(home, [9091, PEER_PORT])
    const rpc = ['curl', '-s', 'http://127.0.0.1:9091/transmission/rpc', '-d', '{"method":"port-test"}']
    const session = /X-Transmission-Session-Id: \w+/.exec(await run(home.inside(rpc)))?.[0] ?? ''
    const test = async () => JSON.parse(await run(home.inside([...rpc, '-H', session])))
    expect(await test()).toEqual({ arguments: { 'port-is-open': true }, result: 'success' })
    await run(home.inside(['nft', '-f', '-']), {
      input: `table inet own {\nchain input { type filter hook input priority 0\ntcp dport ${PEER_PORT} reject with tcp reset\n}\n}\n`,
    })
    expect(await test()).toEqual({ arguments: { 'port-is-open': false }, result: 'success' })
  },
)
