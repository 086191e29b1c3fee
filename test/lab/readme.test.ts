// What the README shows is what its commands print, and its proxy set-ups name the right client.
import { afterAll, beforeAll, expect } from 'bun:test'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { labTest, programPath } from '../support/lab.ts'
import { EXECUTABLE, ROOT, startServer } from '../support/server.ts'

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, block = '']) => block)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'doorstep-readme-'))
  chmodSync(folder, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true }))

labTest('every console block prints what it shows', { programs: ['curl', 'jq', 'bash'] }, async () => {
  await using server = await startServer({ command: [EXECUTABLE] })
  const shown = blocks('console').map((block) => /^\$ (.*)\n([\s\S]*)$/.exec(block))
  expect(shown.length).toBeGreaterThan(5)
  for (const [, command = '', output = ''] of shown.filter((match) => match !== null)) {
    const { stdout } = Bun.spawnSync(['bash', '-c', command.replaceAll('localhost:8080', `127.0.0.1:${server.port}`)])
    expect(`${stdout.toString().trimEnd()}\n`).toBe(output)
  }
})

async function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const address = probe.address()
    const port = typeof address === 'object' && address ? address.port : 0
    probe.close(() => resolve(port))
  })
  return promise
}

/** Who doorstep says is asking, for a client at 127.0.0.2 that claims to be someone else, through a proxy. */
async function askThrough(port: number): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const command = [
      'curl',
      '-s',
      '--interface',
      '127.0.0.2',
      '-H',
      'X-Forwarded-For: 8.8.8.8',
      '-H',
      'Host: ip.example.com',
      `http://127.0.0.1:${port}/api/ip`,
    ]
    const { stdout, exitCode } = Bun.spawnSync(command)
    if (exitCode === 0) return stdout.toString()
    await Bun.sleep(50)
  }
  throw new Error('the proxy did not answer')
}

const TRUST = ['--host', '127.0.0.1', '--trusted-proxies', '127.0.0.1']

labTest('behind nginx as the README sets it up, the client is the client', { programs: ['nginx', 'curl'] }, async () => {
  expect(readme).toContain(`doorstep ${TRUST.join(' ')}`)
  await using server = await startServer({ command: [EXECUTABLE], args: TRUST })
  const port = await freePort()
  const location = blocks('nginx')[0]?.replace('127.0.0.1:8080', `127.0.0.1:${server.port}`)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  const config = `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${paths} server { listen 127.0.0.1:${port}; ${location} } }`
  writeFileSync(join(folder, 'nginx.conf'), config)
  const nginx = Bun.spawn([programPath('nginx') ?? '', '-c', join(folder, 'nginx.conf'), '-p', folder], { stderr: 'ignore' })
  try {
    expect(await askThrough(port)).toBe('127.0.0.2')
  } finally {
    nginx.kill()
    await nginx.exited
  }
})

labTest('behind Caddy as the README sets it up, the client is the client', { programs: ['caddy', 'curl'] }, async () => {
  await using server = await startServer({ command: [EXECUTABLE], args: TRUST })
  const port = await freePort()
  const site = blocks('caddyfile')[0]
    ?.replace('127.0.0.1:8080', `127.0.0.1:${server.port}`)
    .replace('ip.example.com', `http://ip.example.com:${port}`)
  writeFileSync(join(folder, 'Caddyfile'), `{\n  admin off\n  auto_https off\n}\n${site}`)
  const caddy = Bun.spawn(['caddy', 'run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
    stderr: 'ignore',
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  try {
    expect(await askThrough(port)).toBe('127.0.0.2')
  } finally {
    caddy.kill()
    await caddy.exited
  }
})

labTest('the systemd unit is one', { programs: ['systemd-analyze'] }, () => {
  const unit = join(folder, 'doorstep.service')
  writeFileSync(unit, (blocks('ini')[0] ?? '').replace('/usr/local/bin/doorstep', EXECUTABLE))
  const { exitCode, stderr } = Bun.spawnSync(['systemd-analyze', 'verify', unit])
  expect([exitCode, stderr.toString()]).toEqual([0, ''])
})
