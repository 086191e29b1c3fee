import { describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { labTest, programPath } from '../support/lab.ts'
import { listed } from '../support/listed.ts'
import { dnsmasq } from '../support/net/dnsmasq.ts'
import { raiseFirewall } from '../support/net/firewall.ts'
import { makeNamespace, type Namespace, portsOpen, run } from '../support/net/namespace.ts'
import { testRefusals } from '../support/process/refusals.ts'
import { followedCodes } from '../support/router/guidance.ts'
import { bodyOf, postTool, type Server, startServer } from '../support/server.ts'
import { shared, sharedFolder } from '../support/shared.ts'

testRefusals('public-service-check', [
  [{ target: '9.9.9.9' }, 422, 'invalid-request', 'port'],
  [{ target: '9.9.9.9', port: 0 }, 422, 'invalid-request', 'port'],
  [{ target: '9.9.9.9', port: 80, protocol: 'udp' }, 422, 'invalid-request', 'protocol'],
  [{ target: '9.9.9.9', port: 80, scheme: 'ftp' }, 422, 'invalid-request', 'scheme'],
  [{ target: '9.9.9.9', port: 80, path: '/' }, 422, 'invalid-request', 'path'],
  [{ target: 'http://a@example.com', port: 80 }, 422, 'invalid-target', 'target'],
  [{ target: '127.0.0.1', port: 80 }, 403, 'target-not-public', 'target'],
  [{ target: 'nas.local', port: 80 }, 403, 'target-not-public', 'target'],
  [{ target: 'mail.example.com', port: 25 }, 403, 'port-not-allowed', 'port'],
])

test('a name that cannot be resolved is a finding', async () => {
  await using server = await startServer({ args: ['--resolvers', 'a=127.0.0.1:1,b=127.0.0.1:1,c=127.0.0.1:1'] })
  const request = { target: 'example.com', port: 80, scheme: 'http' }
  const found = await bodyOf(await postTool(server.url, 'public-service-check', request))
  const resolved = { status: 'error', addresses: [], address: null }
  expect(found).toMatchObject({ verdict: 'unresolved', resolved, tcp: null, http: null })
  expect(await followedCodes(server.url, found.nextActions)).toEqual(['ask-name-service'])
})

const NEEDS = { programs: ['ip', 'ss', 'nft', 'dnsmasq', 'nginx', 'openssl'], root: true }
const [HERE, HERE6, NOWHERE, SILENT] = ['198.18.61.1', '2001:db8:61::1', '198.18.61.9', '198.18.61.7'] as const
const MANY = Array.from({ length: 6 }, (_, index) => `198.18.61.${101 + index}`)
const MANY6 = Array.from({ length: 6 }, (_, index) => `2001:db8:61::${101 + index}`)
const DOZENS = Array.from({ length: 30 }, (_, index) => `198.18.62.${1 + index}`)
const NAMES: Record<string, string[]> = {
  'web.test': [HERE],
  'both.test': [HERE, HERE6],
  'half.test': [NOWHERE, HERE],
  'silent.test': [SILENT],
  'xn--rc6b.test': [HERE],
  'six.test': MANY,
  'twelve.test': [...MANY, ...MANY6],
  'dozens.test': [HERE, ...MANY, ...DOZENS],
}

type Lab = { machine: Namespace; server: Server }

const folder = sharedFolder('service')
const started = shared(start)

async function start(owned: AsyncDisposableStack): Promise<Lab> {
  const machine = owned.use(await makeNamespace())
  await machine.addAddress(HERE, HERE6, NOWHERE, SILENT, ...MANY, ...MANY6)
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', `${folder}/key.pem`, '-out', `${folder}/cert.pem`]
  await run(['openssl', 'req', '-x509', ...key, '-days', '2', '-subj', '/CN=web.test', '-addext', 'subjectAltName=DNS:web.test'])
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
http { access_log off; client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  server { listen ${HERE}:80; listen [${HERE6}]:80; location / { return 200 "host $host"; } location = / { add_header X-Host $http_host; return 200; } }
  server { listen ${HERE}:8404; return 404; }
  server { listen ${HERE}:8443 ssl; ssl_reject_handshake on; }
  server { listen ${HERE}:8301; return 301 https://web.test/there; }
  server { listen ${HERE}:443 ssl; ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem; return 204; } }
`,
  )
  machine.spawn([programPath('nginx') ?? '', '-c', `${folder}/nginx.conf`, '-p', folder])
  machine.spawn(dnsmasq(5300, NAMES))
  machine.spawn([
    process.execPath,
    '-e',
    `Bun.listen({ hostname: '${HERE}', port: 2222, socket: { open(s) { s.write('SSH-2.0-x\\r\\n') }, data() {} } }); setInterval(() => {}, 1000)`,
  ])
  await raiseFirewall(machine, { 81: 'drop', 82: 'reject with icmp type admin-prohibited' })
  const resolver = '127.0.0.1:5300'
  const args = listed(`
    --allow-targets 198.18.0.0/15,2001:db8::/32 --resolvers a=${resolver},b=${resolver},c=${resolver} --extra-ca
    ${folder}/cert.pem
  `)
  const command = machine.inside([process.execPath, 'src/main.ts'])
  const server = owned.use(await startServer({ command, host: machine.address4, args }))
  await portsOpen(machine, [5300, 80, 443, 2222])
  return { machine, server }
}

type ToolAnswer = Awaited<ReturnType<typeof bodyOf>>
const codesOf = ({ nextActions }: ToolAnswer): string[] => nextActions.map(({ code }: { code: string }) => code)
type Check = (request: object, language?: string) => Promise<ToolAnswer>

function serviceTest(name: string, check: (check: Check, url: string) => Promise<void>) {
  labTest(name, NEEDS, async () => {
    const { url } = (await started()).server
    await check(async (request, language = 'en') => {
      const answer = await postTool(url, 'public-service-check', request, { 'accept-language': language })
      expect([answer.status, answer.status === 200 ? '' : await answer.text()]).toEqual([200, ''])
      return bodyOf(answer)
    }, url)
  })
}

describe('stage by stage', () => {
  serviceTest('the port alone, by name and by address', async (check, url) => {
    for (const target of ['web.test', HERE, HERE6, `[${HERE6}]`]) {
      const found = await check({ target, port: 80 })
      expect(found).toMatchObject({ protocol: 'tcp', verdict: 'reachable', tcp: { status: 'open', reason: null }, http: null })
      expect(found.tcp.latencyMs).toBeWithin(0, 3000)
      expect(await followedCodes(url, found.nextActions)).toEqual(['service-reachable'])
      expect(found.nextActions[0].text).toMatch(/is not a public address: it says nothing about the internet\.$/)
    }
    expect(await check({ target: '집.test', port: 80 }, 'ko')).toMatchObject({
      target: 'xn--rc6b.test',
      unicodeTarget: '집.test',
      verdict: 'reachable',
    })
  })

  serviceTest('with HTTP and HTTPS', async (check) => {
    const server = expect.stringContaining('nginx')
    expect(await check({ target: 'web.test', port: 80, scheme: 'http' })).toMatchObject({
      verdict: 'reachable',
      resolved: { status: 'noerror', addresses: [HERE], address: HERE },
      http: { scheme: 'http', url: 'http://web.test/', ok: true, status: 200, server, error: null, tls: null },
    })
    const secure = await check({ target: 'web.test', port: 443, scheme: 'https' })
    const tls = { authorized: true, protocol: expect.stringMatching(/^TLSv1\.[23]$/), error: null }
    expect(secure).toMatchObject({ verdict: 'reachable', http: { ok: true, status: 204, tls } })
    expect(secure.http.latencyMs).toBeWithin(0, 3000)
    expect(await check({ target: 'web.test', port: 8301, scheme: 'http' })).toMatchObject({
      http: { ok: true, status: 301, location: 'https://web.test/there' },
    })
  })

  serviceTest('an answer that is an error is an answer', async (check) => {
    const found = await check({ target: 'web.test', port: 8404, scheme: 'http' })
    expect(found).toMatchObject({ verdict: 'reachable', http: { ok: false, status: 404 } })
    expect(codesOf(found)).toEqual(['service-reachable', 'look-at-status'])
  })

  serviceTest('an untrusted certificate is reported, and does not stop the check', async (check) => {
    const found = await check({ target: 'both.test', port: 443, scheme: 'https' })
    expect(found).toMatchObject({
      verdict: 'reachable',
      resolved: { address: HERE },
      http: { status: 204, tls: { authorized: false, error: 'hostname-mismatch' } },
    })
    expect(codesOf(found)).toContain('check-certificate')
  })

  serviceTest('a server without a certificate for the name leads to the check of whether one would come', async (check, url) => {
    const found = await check({ target: 'web.test', port: 8443, scheme: 'https' })
    expect(found).toMatchObject({ verdict: 'tcp-only', http: { error: 'name-refused' } })
    expect(found.nextActions[0]).toMatchObject({ tool: 'certificate-check', request: { domain: 'web.test' } })
    expect(await followedCodes(url, found.nextActions)).toEqual(['check-issuance', 'check-http', 'try-without-http'])
    const alone = await check({ target: HERE, port: 8443, scheme: 'https' })
    expect(codesOf(alone)).toEqual(['check-http', 'try-without-http'])
  })

  serviceTest('the port is open, without HTTP', async (check) => {
    for (const [port, scheme] of [
      [2222, 'http'],
      [2222, 'https'],
      [80, 'https'],
    ] as const) {
      const found = await check({ target: 'web.test', port, scheme }, 'ko')
      expect(found).toMatchObject({ verdict: 'tcp-only', tcp: { status: 'open' }, http: { ok: false, status: null } })
      expect(found.http.error).toMatch(/^[a-z-]+$/)
      expect(codesOf(found)).toEqual(['check-http', 'try-without-http'])
    }
  })
})

describe('without an answer', () => {
  serviceTest('refused, rejected, silent', async (check) => {
    for (const [target, port, status, reason, ...codes] of [
      ['web.test', 83, 'refused', 'connection-refused', 'start-service'],
      ['web.test', 82, 'closed', 'admin-prohibited', 'open-firewall', 'trace-route'],
      ['silent.test', 81, 'timeout', 'no-answer', 'check-host', 'trace-route'],
    ] as const) {
      const found = await check({ target, port, scheme: 'http' })
      expect(found).toMatchObject({ verdict: 'unreachable', tcp: { status, reason }, http: null })
      expect(codesOf(found)).toEqual(codes)
    }
  })

  serviceTest('no such name', async (check, url) => {
    const found = await check({ target: 'missing.test', port: 80 })
    expect(found).toMatchObject({ verdict: 'unresolved', resolved: { status: 'nxdomain', addresses: [] }, tcp: null, http: null })
    expect(await followedCodes(url, found.nextActions)).toEqual(['check-name'])
  })

  serviceTest('one dead address next to a good one is passed over', async (check) => {
    const found = await check({ target: 'half.test', port: 80, scheme: 'http' })
    expect(found).toMatchObject({ verdict: 'reachable', resolved: { address: HERE }, http: { status: 200 } })
    expect(found.resolved.addresses.toSorted()).toEqual([HERE, NOWHERE].toSorted())
  })

  serviceTest('for a name with many addresses two of each family are tried', async (check) => {
    for (const [target, doors] of [
      ['six.test', 2],
      ['twelve.test', 4],
    ] as const) {
      const { machine } = await started()
      const checked = check({ target, port: 81 })
      const knocked = new Set<string>()
      let isOver = false
      checked.finally(() => {
        isOver = true
      })
      while (!isOver) {
        const { stdout } = await machine.exec(['ss', '-Hnt', 'state', 'syn-sent', 'dport', '=', ':81'])
        for (const [, peer = ''] of stdout.matchAll(/(\S+):81\s*$/gm)) knocked.add(peer)
        await Bun.sleep(100)
      }
      expect(await checked).toMatchObject({ verdict: 'unreachable', tcp: { reason: 'no-answer' } })
      expect([target, knocked.size]).toEqual([target, doors])
    }
  })

  serviceTest('sixteen addresses of a name are shown, and the number of the others', async (check, url) => {
    const { resolved } = await check({ target: 'dozens.test', port: 83 })
    expect([resolved.addresses.length, resolved.omitted]).toEqual([16, 21])
    const request = { target: 'dozens.test', port: 83 }
    const text = await (await postTool(url, 'public-service-check', request, { accept: 'text/plain' })).text()
    expect(text).toContain('\nAddresses:  and 21 more\n')
    expect((await check({ target: 'both.test', port: 83 })).resolved).toMatchObject({ omitted: 0 })
  })
})
