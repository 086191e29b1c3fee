// The lines that a person is told to type or to put into a file, given to the programs themselves.

import { describe, expect } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AUTHORITIES, type Authority } from '../../src/issuance/caa.ts'
import { changesFor, commandsFor } from '../../src/issuance/changes.ts'
import { ACME_SH_KEYS, caddyLine, type Order } from '../../src/issuance/command-lines.ts'
import { dnsProviderOf } from '../../src/issuance/dns-provider.ts'
import { judgeIssuance } from '../../src/issuance/judge.ts'
import { caa, dns, facts } from '../support/issuance/facts.ts'
import { labTest, programPath } from '../support/lab.ts'
import { freePort } from '../support/net/network.ts'
import { sharedFolder } from '../support/shared.ts'

const [letsEncrypt, ...others] = AUTHORITIES
const NAME = 'home.example.com'
const folder = sharedFolder('lines')

const order = (more: Partial<Order> = {}): Order => ({
  domain: NAME,
  method: 'http-01',
  webServer: 'none',
  authority: letsEncrypt,
  provider: null,
  without: null,
  isRehearsal: false,
  locale: 'en',
  ...more,
})

const linesOf = (program: string, given: Order) => commandsFor(given).find((one) => one.program === program)?.lines ?? []
const providerAt = (server: string) => dnsProviderOf('example.com', [server], { ddns: [] })

async function run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const started = Bun.spawn([programPath(program) ?? program, ...args], {
    env: { ...process.env, ...env },
    cwd: folder,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 60_000,
  })
  const [out, errors] = await Promise.all([new Response(started.stdout).text(), new Response(started.stderr).text()])
  return { code: await started.exited, out, said: out + errors }
}

/** Returns the words of a line as a shell gives them to the program. */
async function wordsOf(line: string): Promise<string[]> {
  const { said } = await run('sh', ['-c', `printf '%s\\n' ${line}`])
  return said.trimEnd().split('\n')
}

describe('certbot', () => {
  const AT_NOBODY = 'http://127.0.0.1:1/directory'
  const DIRECTORIES = ['--config-dir', '--work-dir', '--logs-dir']
  const LINES: readonly (readonly [string, Order, RegExp])[] = [
    ['by itself, with an account', order({ authority: others[0] ?? letsEncrypt }), /Connection refused/],
    ['into a folder, as a rehearsal', order({ webServer: 'other', isRehearsal: true }), /Connection refused/],
    ['by the web server', order({ webServer: 'nginx' }), /nginx plugin|Connection refused/],
    ['by hand', order({ method: 'dns-01', domain: `*.${NAME}` }), /manual-auth-hook/],
    // The plug-in is not here, so that its options are what certbot does not know.
    [
      'by a plug-in',
      order({ method: 'dns-01', provider: providerAt('ada.ns.cloudflare.com') }),
      /unrecognized arguments: --dns-cloudflare-credentials \S+\n|Connection refused/,
    ],
  ]

  labTest('takes every line, up to asking the authority', { programs: ['certbot'] }, async () => {
    const answers = await Promise.all(
      LINES.map(async ([what, given]) => {
        const [sudo, certbot, ...args] = await wordsOf(linesOf('certbot', given)[0] ?? '')
        expect([sudo, certbot]).toEqual(['sudo', 'certbot'])
        const own = DIRECTORIES.flatMap((option) => [option, join(folder, what)])
        const silent = ['-n', '--agree-tos', '--register-unsafely-without-email', '--server', AT_NOBODY]
        return (await run('certbot', [...args, ...own, ...silent])).said
      }),
    )
    for (const [index, [what, , expected]] of LINES.entries())
      expect([what, answers[index]]).toEqual([what, expect.stringMatching(expected)])
  })
})

describe('Caddy', () => {
  const adapt = async (given: Order, name: string) => {
    const file = join(folder, `${name}.caddyfile`)
    writeFileSync(file, `${linesOf('caddyfile', given).join('\n')}\n`)
    return await run('caddy', ['adapt', '--config', file, '--adapter', 'caddyfile'])
  }
  interface Adapted {
    readonly apps: {
      readonly tls?: { readonly automation: { readonly policies: readonly { readonly issuers: readonly object[] }[] } }
    }
  }
  const issuersIn = ({ out }: { readonly out: string }): readonly object[] => {
    // A seam: the form of Caddy's own configuration.
    const { apps } = JSON.parse(out) as Adapted
    return apps.tls?.automation.policies.flatMap(({ issuers }) => issuers) ?? []
  }

  labTest('reads every file, and would do what is meant', { programs: ['caddy'] }, async () => {
    const authority: Authority = others[1] ?? letsEncrypt
    const [plain, noHttp, noAlpn, other, both] = await Promise.all([
      adapt(order(), 'plain'),
      adapt(order({ method: 'tls-alpn-01', without: 'http-01' }), 'no-http'),
      adapt(order({ without: 'tls-alpn-01' }), 'no-alpn'),
      adapt(order({ authority }), 'other'),
      adapt(order({ authority, without: 'tls-alpn-01' }), 'both'),
    ])
    expect([plain, noHttp, noAlpn, other, both].map(({ code }) => code)).toEqual([0, 0, 0, 0, 0])
    expect(issuersIn(plain)).toEqual([])
    expect(issuersIn(noHttp)).toEqual([{ challenges: { http: { disabled: true } }, module: 'acme' }])
    expect(issuersIn(noAlpn)).toEqual([{ challenges: { 'tls-alpn': { disabled: true } }, module: 'acme' }])
    const account = { ca: authority.directory, external_account: { key_id: 'KEY_ID', mac_key: 'HMAC_KEY' } }
    expect(issuersIn(other)).toEqual([expect.objectContaining(account)])
    expect(issuersIn(both)).toEqual([expect.objectContaining(account)])
  })

  labTest('lacks only the module of the provider', { programs: ['caddy'] }, async () => {
    const given = order({ method: 'dns-01', domain: `*.${NAME}`, provider: providerAt('ns1.desec.io') })
    expect((await adapt(given, 'module')).said).toContain('module not registered: dns.providers.desec')
    expect(linesOf('caddy', given)).toEqual(['caddy add-package github.com/caddy-dns/desec'])
  })
})

describe('the line of a shell that starts Caddy', () => {
  labTest('writes the same file', { programs: ['caddy'] }, async () => {
    const lines = linesOf('caddyfile', order({ method: 'tls-alpn-01', without: 'http-01' }))
    const [write = '', start] = caddyLine(lines).split(' && ')
    await run('sh', ['-c', write])
    expect(start).toBe('caddy run')
    const written = readFileSync(join(folder, 'Caddyfile'), 'utf8')
    expect(written.split('\n').map((line) => line.trim())).toEqual([...lines.map((line) => line.trim()), ''])
    expect((await run('caddy', ['adapt', '--config', 'Caddyfile'])).code).toBe(0)
  })

  labTest('needs no file for what Caddy does by itself', { programs: ['caddy'] }, async () => {
    const [caddy, verb = '', ...options] = caddyLine(linesOf('caddyfile', order())).split(' ')
    expect([caddy, verb, ...options]).toEqual(['caddy', 'reverse-proxy', '--from', NAME, '--to', 'localhost:8080'])
    const { said } = await run('caddy', [verb, '--help'])
    expect(said).toContain('--from')
    expect(said).toContain('--to')
  })
})

describe('lines to change', () => {
  const NGINX_PROBLEM = { code: 'redirect-port', severity: 'error', address: null, slots: {} } as const

  labTest('nginx takes the exception', { programs: ['nginx'] }, async () => {
    const [exception] = changesFor([NGINX_PROBLEM], { name: NAME, webServer: 'nginx', method: 'http-01', locale: 'en' })
    const file = join(folder, 'nginx.conf')
    const server = ['server {', `listen 127.0.0.1:${freePort()};`, ...(exception?.lines ?? []), '}']
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`)
    writeFileSync(
      file,
      ['pid nginx.pid;', 'error_log stderr;', 'events {}', 'http {', 'access_log off;', ...paths, ...server, '}'].join('\n'),
    )
    const { code, said } = await run('nginx', ['-t', '-p', folder, '-c', file])
    expect([code, said]).toEqual([0, expect.stringContaining('test is successful')])
  })

  labTest('the record is a line of a zone file, and lets the order through', { programs: ['nsd-checkzone'] }, async () => {
    const forbidden = facts({ dns: dns({ caa: caa(['0 issue ";"']) }) })
    const [judged] = judgeIssuance(forbidden, ['http-01']).methods
    const about = { name: NAME, webServer: 'other', method: 'http-01', locale: 'en' } as const
    const [record] = changesFor(judged?.problems ?? [], about)
    const line = record?.lines[0] ?? ''
    const file = join(folder, 'zone')
    writeFileSync(
      file,
      `example.com. 60 IN SOA ns.example.com. root.example.com. 1 60 60 60 60\nexample.com. 60 IN NS ns.example.net.\n${line}\n`,
    )
    const { code, said } = await run('nsd-checkzone', ['example.com', file])
    expect([code, said]).toEqual([0, expect.stringContaining('is ok')])
    // A record that is added counts beside the one that forbids all.
    const allowed = facts({ dns: dns({ caa: caa(['0 issue ";"', '0 issue "letsencrypt.org"']) }) })
    expect(judgeIssuance(allowed, ['http-01']).verdict).toBe('would-work')
  })
})

describe('acme.sh', () => {
  /** The options of its own help (version 3.1) that take a value, and those that do not. */
  const WITH_VALUE = ['--server', '-d', '-w', '--dns', '--eab-kid', '--eab-hmac-key']
  const ALONE = ['--issue', '--register-account', '--staging', '--standalone', '--alpn', '--nginx', '--apache']

  labTest('is told options that it documents, each with its value', {}, async () => {
    const given = [
      ...(['nginx', 'apache', 'other', 'none'] as const).map((webServer) => order({ webServer })),
      order({ isRehearsal: true }),
      order({ method: 'tls-alpn-01' }),
      order({ authority: others[0] ?? letsEncrypt }),
      order({ method: 'dns-01', domain: `*.${NAME}`, provider: providerAt('ada.ns.cloudflare.com') }),
    ]
    for (const one of given)
      for (const line of linesOf('acme.sh', one)) {
        if (/^export \w+=YOUR_KEY$/.test(line)) continue
        const [program, ...words] = await wordsOf(line)
        expect(program).toBe('acme.sh')
        const rest = words.filter(
          (word, index) => !ALONE.includes(word) && !WITH_VALUE.includes(word) && !WITH_VALUE.includes(words[index - 1] ?? ''),
        )
        expect([line, rest]).toEqual([line, []])
      }
    for (const hook of Object.keys(ACME_SH_KEYS)) expect(hook).toMatch(/^dns_\w+$/)
  })
})
