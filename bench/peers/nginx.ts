import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Databases } from './databases.ts'

export const NGINX = '/usr/sbin/nginx'
export const GEOIP2_MODULE = '/usr/lib/nginx/modules/ngx_http_geoip2_module.so'

/** Headers of an answer that an nginx does not write by itself. */
export type Headers = Readonly<Record<string, string>>

interface Served {
  readonly port: number
  /** The headers of doorstep's answer. */
  readonly headers: Headers
}

/** Configures an nginx with one worker that answers with the address of its peer, and nothing else. Returns its command. */
export function addressNginx(folder: string, { port, headers }: Served): string[] {
  return nginx(folder, '', '', `listen 127.0.0.1:${port}; location = /ip { ${replies(headers)} return 200 $remote_addr; }`)
}

/**
 * Configures an nginx that answers with the fields of /api/ip/json, taken from its geoip2 module; the client's address is in a header of a
 * trusted proxy. Family, date and scope are constants: nginx is spared what doorstep works out. Returns its command.
 */
export function placeNginx(folder: string, { port, headers }: Served, { city, network }: Databases, dataDate: string): string[] {
  const fields = [
    '"ip":"$remote_addr"',
    '"ipVersion":4',
    `"dataDate":"${dataDate}"`,
    '"country":"$country"',
    '"countryCode":"$country_code"',
    '"continent":"$continent"',
    '"continentCode":"$continent_code"',
    '"region":"$region"',
    '"city":"$city"',
    '"latitude":$latitude',
    '"longitude":$longitude',
    '"timezone":"$timezone"',
    '"asn":$asn',
    '"organization":"$organization"',
    '"scope":"public"',
  ]
  const http = `set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;
  geoip2 ${city} {
    $country country names en; $country_code country iso_code; $continent continent names en; $continent_code continent code;
    $region subdivisions 0 names en; $city city names en; $latitude location latitude; $longitude location longitude; $timezone location time_zone;
  }
  geoip2 ${network} { $asn autonomous_system_number; $organization autonomous_system_organization; }`
  const location = `location = /json { ${replies(headers)} return 200 '{${fields.join(',')}}'; }`
  return nginx(folder, `load_module ${GEOIP2_MODULE};`, http, `listen 127.0.0.1:${port}; ${location}`)
}

function replies(headers: Headers): string {
  const { 'content-type': type = 'text/plain', ...others } = headers
  const added = Object.entries(others).map(([name, value]) => `add_header ${name} "${value}";`)
  return [`default_type "${type}";`, ...added].join(' ')
}

function nginx(folder: string, modules: string, http: string, server: string): string[] {
  mkdirSync(folder)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`)
  const conf = `${modules} daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off; server_tokens off; keepalive_requests 100000000; ${temporary.join(' ')}
  ${http}
  server { ${server} }
}
`
  writeFileSync(join(folder, 'nginx.conf'), conf)
  return [NGINX, '-c', join(folder, 'nginx.conf'), '-p', folder, '-e', join(folder, 'error.log')]
}
