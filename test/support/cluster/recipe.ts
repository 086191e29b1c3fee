// The recipe for several machines in docs/hosting.md, as a test runs it: its blocks, with addresses of a network of the test.
import { join } from 'node:path'
import { readPage } from '../process/pages.ts'

const SHOWN_NET = '10.0.0.'
const NET = '198.18.90.'
export const BALANCER = `${NET}10`
export const STORE = `${NET}20`
/** The load balancer's configuration names the first three; the fourth is added later. */
export const INSTANCES = ['11', '12', '13', '14'].map((last) => `${NET}${last}`)
export const METRICS_PORT = 9100

const section = /^### Three machines[\s\S]*?(?=^## )/m.exec(readPage('docs/hosting.md'))?.[0] ?? ''

function blockOf(language: string): string {
  const [, block] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(section) ?? []
  if (block === undefined) throw new Error(`docs/hosting.md: the recipe has no block of ${language}`)
  return block.replaceAll(SHOWN_NET, NET)
}

/** Returns the command that starts the store. */
export function storeCommand(): string {
  return `exec ${blockOf('sh').trim()}`
}

/** Returns the environment of an instance. */
export function environmentOf(address: string, dataDir: string): Record<string, string> {
  const lines = blockOf('ini').trim().split('\n')
  const shown = Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
  const own = (name: string) => (shown[name] ?? '').replace(INSTANCES[0] ?? '', address)
  return {
    ...shown,
    ...{ DOORSTEP_HOST: own('DOORSTEP_HOST'), DOORSTEP_METRICS: own('DOORSTEP_METRICS'), DOORSTEP_DATA_DIR: dataDir },
  }
}

/** Returns the configuration of nginx, with this many instances. */
export function balancerConfig(home: string, instances: number): string {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(home, name)};`)
  const block = blockOf('nginx')
  const line = /^.*server .*:8080.*$/m.exec(block)?.[0] ?? ''
  const [first = ''] = INSTANCES
  const more = INSTANCES.slice(3, instances).map((address) => line.replace(first, address))
  const servers = block.replace(/^ +keepalive/m, [...more, '    keepalive'].join('\n'))
  return `daemon off; worker_processes 1; pid ${home}/pid; error_log ${home}/error.log; events {} http { access_log off; ${paths.join(' ')}\n${servers} }`
}
