#!/usr/bin/env bun
/**
 * Measures the cost of each tool over the bare operation (goal: 2 ms in the median, 8 ms in 99 of 100): each is requested over HTTP, in
 * turn with the same operation made here with the plain API of the runtime, as `dig`, `ping`, `curl -I` and `openssl s_client` do. Against
 * a real unbound and a real nginx on loopback. Options: how often, and the names of tools. Needs Linux, root (for the bare echo request)
 * and Debian's unbound, nginx and openssl; sends to loopback only.
 */
import { dlopen, ptr } from 'bun:ffi'
import { createSocket } from 'node:dgram'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { cpus, release } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { AUTHORITY, Pki } from '../test/support/tls/pki.ts'

const words = Bun.argv.slice(2)
const ROUNDS = Number(words.find((word) => /^\d+$/.test(word)) ?? 400)
const CHOSEN = words.filter((word) => !/^\d+$/.test(word))
const WARM_UP_ROUNDS = 150
const PORTS = { doorstep: 28_086, dns: 25_354, http: 28_087, https: 28_088 }
/** So many that the limit for targets, 40 packets in two seconds, holds nothing up. */
const ADDRESSES = Array.from({ length: 200 }, (_, index) => `127.9.0.${index + 1}`)
/** Their names, which one certificate is for: with two hundred addresses it would be unlike any real one. */
const nameOf = (address: string) => `h${address.split('.').at(-1)}.bench.test`
const [A, PTR, AAAA] = [1, 12, 28]
const GOAL_MS = { median: 2, slowest: 8 }
const START_TRIES = 100
const START_STEP_MS = 100

type Bare = (address: string) => Promise<unknown> | unknown
interface Measured {
  readonly tool: string
  readonly body: (address: string) => object
  readonly bare: Bare
}

function query(name: string, type: number): Promise<Buffer> {
  const socket = createSocket('udp4')
  const labels = name.split('.').map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`, 'latin1'))
  const header = [Math.floor(Math.random() * 256), Math.floor(Math.random() * 256), 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  socket.once('message', (answer) => resolve(answer))
  socket.once('error', reject)
  socket.send(Buffer.concat([Buffer.from(header), ...labels, Buffer.from([0, 0, type, 0, 1])]), PORTS.dns, '127.0.0.1')
  return promise.finally(() => socket.close())
}

const libc = dlopen('libc.so.6', {
  socket: { args: ['int', 'int', 'int'], returns: 'int' },
  sendto: { args: ['int', 'ptr', 'u64', 'int', 'ptr', 'u32'], returns: 'i64' },
  recv: { args: ['int', 'ptr', 'u64', 'int'], returns: 'i64' },
  close: { args: ['int'], returns: 'int' },
}).symbols

/** Sends an echo request and waits for its answer on a raw socket, which also hears its own request on loopback. */
function echo(address: string): void {
  const [AF_INET, SOCK_RAW, ICMP] = [2, 3, 1]
  const [SIZE, IP_HEADER, ECHO_REPLY] = [64, 20, 0]
  const request = Buffer.alloc(SIZE)
  request[0] = 8
  let sum = 0
  for (let at = 0; at < SIZE; at += 2) sum += request.readUInt16BE(at)
  request.writeUInt16BE(~sum & 0xffff, 2)
  const to = Buffer.from([AF_INET, 0, 0, 0, ...address.split('.').map(Number), 0, 0, 0, 0, 0, 0, 0, 0])
  const answer = Buffer.alloc(IP_HEADER + SIZE)
  const descriptor = libc.socket(AF_INET, SOCK_RAW, ICMP)
  if (descriptor < 0) throw new Error('a raw socket needs root')
  libc.sendto(descriptor, ptr(request), SIZE, 0, ptr(to), to.length)
  do libc.recv(descriptor, ptr(answer), answer.length, 0)
  while (answer[IP_HEADER] !== ECHO_REPLY)
  libc.close(descriptor)
}

function opened(socket: ReturnType<typeof connect>, event: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.once(event, () => resolve())
  socket.once('error', reject)
  return promise.finally(() => socket.destroy())
}

const ALL: readonly Measured[] = [
  { tool: 'dns-lookup', body: () => ({ domain: 'www.bench.test' }), bare: () => query('www.bench.test', A) },
  {
    tool: 'reverse-dns',
    body: (ip) => ({ ip }),
    bare: (ip) => query(`${ip.split('.').toReversed().join('.')}.in-addr.arpa`, PTR),
  },
  { tool: 'ping', body: (host) => ({ host, count: 1 }), bare: echo },
  {
    tool: 'http-headers',
    body: (host) => ({ url: `http://${host}:${PORTS.http}/`, method: 'HEAD' }),
    bare: async (host) => (await fetch(`http://${host}:${PORTS.http}/`, { method: 'HEAD', keepalive: false })).text(),
  },
  {
    tool: 'ssl-check',
    body: (address) => ({ host: nameOf(address), port: PORTS.https }),
    bare: async (address) => {
      const servername = nameOf(address)
      await Promise.all([query(servername, A), query(servername, AAAA)])
      await opened(connectTls({ host: address, port: PORTS.https, servername, rejectUnauthorized: false }), 'secureConnect')
    },
  },
  {
    tool: 'public-service-check',
    body: (target) => ({ target, port: PORTS.http }),
    bare: (host) => opened(connect({ host, port: PORTS.http }), 'connect'),
  },
  {
    tool: 'port-check',
    body: () => ({ port: PORTS.http }),
    bare: (host) => opened(connect({ host, port: PORTS.http }), 'connect'),
  },
]

async function listens(url: string): Promise<void> {
  for (let tries = 0; tries < START_TRIES; tries++) {
    if (await fetch(url).catch(() => null)) return
    await Bun.sleep(START_STEP_MS)
  }
  throw new Error(`nothing answers at ${url}`)
}

/** Milliseconds that something took. */
async function timed(run: () => unknown): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}

/** Requests a tool; the address in X-Forwarded-For is the requester. */
async function request({ tool, body }: Measured, address: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${PORTS.doorstep}/api/tools/${tool}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body(address)),
  })
  const text = await answer.text()
  if (answer.status !== 200 || /"failedLayer":"/.test(text)) throw new Error(`${tool} answered ${answer.status}: ${text}`)
}

function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN
}

async function measure(measured: Measured, rounds: number): Promise<{ tool: number; bare: number }[]> {
  const times: { tool: number; bare: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const address = ADDRESSES[round % ADDRESSES.length] ?? ''
    const tool = await timed(() => request(measured, address))
    times.push({ tool, bare: await timed(() => measured.bare(address)) })
  }
  return times
}

using pki = new Pki()
const authority = await pki.issue('authority', { extensions: AUTHORITY })
const leaf = await pki.issue('leaf', { by: authority, san: ['DNS:*.bench.test'] })
writeFileSync(
  pki.path('nginx.conf'),
  `daemon off; error_log stderr crit; pid ${pki.path('nginx.pid')};
events {}
http {
  access_log off; client_body_temp_path ${pki.path('body')};
  server { listen ${PORTS.http}; location / { return 200 "hello"; } }
  server { listen ${PORTS.https} ssl; ssl_certificate ${leaf.certificate}; ssl_certificate_key ${leaf.key}; location / { return 200 "hello"; } }
}`,
)
const pointers = ADDRESSES.map((address) => {
  const host = `${nameOf(address)}.`
  return `  local-data: "${host} A ${address}"\n  local-data-ptr: "${address} ${host}"\n`
})
writeFileSync(
  pki.path('unbound.conf'),
  `server:
  interface: 127.0.0.1@${PORTS.dns}
  do-daemonize: no
  use-syslog: no
  username: ""
  chroot: ""
  pidfile: ""
  local-zone: "bench.test." static
  local-zone: "127.in-addr.arpa." static
  local-zone: "." static
  local-data: "www.bench.test. A 198.18.1.1"
${pointers.join('')}`,
)
const start = (...command: string[]) => Bun.spawn(command, { stdout: 'ignore', stderr: 'inherit' })
const quietly = (...command: string[]) => Bun.spawn(command, { stdout: 'ignore', stderr: 'ignore' })
const resolver = `127.0.0.1:${PORTS.dns}`
const children = [
  start('/usr/sbin/nginx', '-p', pki.folder, '-e', 'stderr', '-c', pki.path('nginx.conf')),
  quietly('/usr/sbin/unbound', '-d', '-c', pki.path('unbound.conf')),
  start(
    process.execPath,
    join(import.meta.dirname, '..', 'src', 'main.ts'),
    '--port',
    String(PORTS.doorstep),
    '--rate-limit',
    'off',
    '--allow-targets',
    '127.9.0.0/24',
    '--trusted-proxies',
    '127.0.0.1',
    '--extra-ca',
    authority.certificate,
    '--resolvers',
    `a=${resolver},b=${resolver},c=${resolver}`,
  ),
]

try {
  await Promise.all([PORTS.doorstep, PORTS.http].map((port) => listens(`http://127.0.0.1:${port}/healthz`)))
  console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Linux ${release()}, Bun ${Bun.version}`)
  console.log(`${ROUNDS} times each, in turn, after ${WARM_UP_ROUNDS}; milliseconds: median, and 99 of 100`)
  console.log(`goal: at most ${GOAL_MS.median} more in the median, ${GOAL_MS.slowest} in 99 of 100`)
  console.log(`${''.padEnd(20)}${['tool', 'bare', 'difference'].map((column) => column.padStart(18)).join('')}`)
  for (const measured of ALL.filter(({ tool }) => CHOSEN.length === 0 || CHOSEN.includes(tool))) {
    await measure(measured, WARM_UP_ROUNDS)
    const times = await measure(measured, ROUNDS)
    const columns = [times.map(({ tool }) => tool), times.map(({ bare }) => bare), times.map(({ tool, bare }) => tool - bare)]
    const shown = columns.map((column) => [0.5, 0.99].map((share) => percentile(column, share).toFixed(2).padStart(9)).join(''))
    console.log(measured.tool.padEnd(20) + shown.join(''))
  }
} finally {
  for (const child of children) child.kill()
  await Promise.all(children.map(({ exited }) => exited))
}
