import { existsSync } from 'node:fs'
import { GEOIP2_MODULE, NGINX } from '../peers/nginx.ts'

const HEADERS = ['/usr/include/maxminddb.h', ...['x86_64', 'aarch64'].map((arch) => `/usr/include/${arch}-linux-gnu/maxminddb.h`)]

/** The programs that a measurement needs and a checkout does not have, and how to get them on Debian. */
const NEEDS = {
  taskset: { isHere: () => Bun.which('taskset') !== null, install: 'apt-get install util-linux' },
  wrk: { isHere: () => Bun.which('wrk') !== null, install: 'apt-get install wrk' },
  nginx: { isHere: () => existsSync(NGINX), install: 'apt-get install nginx-light' },
  geoip2: { isHere: () => existsSync(GEOIP2_MODULE), install: 'apt-get install libnginx-mod-http-geoip2' },
  libmaxminddb: {
    isHere: () => Bun.which('gcc') !== null && HEADERS.some((path) => existsSync(path)),
    install: 'apt-get install gcc libc6-dev libmaxminddb-dev',
  },
  root: { isHere: () => process.getuid?.() === 0, install: 'run it as root' },
  unbound: { isHere: () => existsSync('/usr/sbin/unbound'), install: 'apt-get install unbound' },
  openssl: { isHere: () => Bun.which('openssl') !== null, install: 'apt-get install openssl' },
  dnsmasq: { isHere: () => existsSync('/usr/sbin/dnsmasq'), install: 'apt-get install dnsmasq-base' },
} as const

export type Need = keyof typeof NEEDS

export const isHere = (need: Need): boolean => NEEDS[need].isHere()

/** Returns a line for each program that is missing. */
export function missing(needs: readonly Need[]): string[] {
  return needs.filter((need) => !isHere(need)).map((need) => `${need}: ${NEEDS[need].install}`)
}

/** Echoip is built from its own sources: this repository has none of them. */
export const ECHOIP_MISSING = `echoip: name its executable with --echoip FILE or ECHOIP. To build it with Debian's Go:
  apt-get install golang-go golang-github-oschwald-geoip2-golang-dev golang-github-oschwald-maxminddb-golang-dev
  git clone https://github.com/mpolden/echoip /tmp/go/src/github.com/mpolden/echoip && cd /tmp/go/src/github.com/mpolden/echoip
  GO111MODULE=off GOPATH=/tmp/go:/usr/share/gocode go build -o /tmp/echoip ./cmd/echoip`
