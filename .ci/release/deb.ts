/** The Debian package: what is in it, and its archive (deb(5)). */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pkg from '../../package.json' with { type: 'json' }
import { GROUPS, ROWS, variableOf } from '../../src/settings/options.ts'
import { ar, type Entry, tar } from './archive.ts'
import { ROOT } from './inventory.ts'

/** The architectures of Debian, and the file of a release that each gets. */
export const ARCHITECTURES = { amd64: 'doorstep-linux-x64', arm64: 'doorstep-linux-arm64' } as const
export type Architecture = keyof typeof ARCHITECTURES

/** The texts that the program prints about itself, the same on every platform. */
export interface Printed {
  readonly manual: string
  readonly koreanManual: string
  readonly completions: { readonly bash: string; readonly zsh: string; readonly fish: string }
  readonly licences: string
}

interface Contents {
  readonly executable: Uint8Array
  readonly architecture: Architecture
  readonly version: string
  readonly printed: Printed
  /** The time of every file, in seconds. */
  readonly seconds: number
  /** Whether the files are compressed. */
  readonly isPacked: boolean
}

const UNITS = ['doorstep.service', 'doorstep.socket', 'doorstep-data.service', 'doorstep-data.timer']
const SCRIPTS = ['postinst', 'prerm', 'postrm']
const SETTINGS_FILE = 'etc/doorstep/doorstep.env'
const GLIBC_MIN = '2.17'
/** Settings that the unit sets itself, or that only commands read. */
const NOT_IN_FILE = ['replace', 'server']

/** Returns the version as Debian sorts it: one with a suffix comes before that without. */
export function debianVersion(version: string): string {
  return version.replace('-', '~')
}

/** A package, and the control file in it. */
interface Package {
  readonly content: Buffer
  readonly control: string
}

export function packageOf(contents: Contents): Package {
  const { seconds, isPacked, version } = contents
  const files = filesOf(contents)
  const about = controlOf(contents, files)
  const control = [
    { path: 'control', mode: 0o644, content: Buffer.from(about) },
    { path: 'conffiles', mode: 0o644, content: Buffer.from(`/${SETTINGS_FILE}\n`) },
    { path: 'md5sums', mode: 0o644, content: Buffer.from(sumsOf(files)) },
    ...SCRIPTS.map((name) => ({ path: name, mode: 0o755, content: read(`deploy/debian/${name}`) })),
  ]
  if (!/^[0-9][0-9A-Za-z.+~]*$/.test(debianVersion(version))) throw new Error(`${version} is not a version for Debian`)
  const packed = (name: string, entries: readonly Entry[]) => {
    const content = tar([...foldersOf(entries), ...entries].map(relative), seconds)
    return isPacked ? { name: `${name}.gz`, content: gzip(content) } : { name, content }
  }
  const head = { name: 'debian-binary', content: Buffer.from('2.0\n') }
  return { content: ar([head, packed('control.tar', control), packed('data.tar', files)], seconds), control: about }
}

function relative(entry: Entry): Entry {
  return { ...entry, path: entry.path === '' ? './' : `./${entry.path}${entry.content === null ? '/' : ''}` }
}

/** Returns the folders that files are in, outer ones first. */
function foldersOf(entries: readonly Entry[]): Entry[] {
  const above = (path: string): string[] => (path === '.' ? [''] : [...above(dirname(path)), path])
  const paths = new Set(entries.flatMap(({ path }) => above(dirname(path))))
  return [...paths].sort().map((path) => ({ path, mode: 0o755, content: null }))
}

function filesOf({ executable, version, printed, seconds }: Contents): Entry[] {
  const file = (path: string, content: string | Uint8Array, mode = 0o644) => ({ path, mode, content: Buffer.from(content) })
  const packed = (path: string, text: string) => file(`${path}.gz`, gzip(Buffer.from(text)))
  const { manual, koreanManual, completions, licences } = printed
  return [
    // Secrets may be in it.
    file(SETTINGS_FILE, settingsFile(), 0o640),
    { path: 'usr/bin/doorstep', mode: 0o755, content: executable },
    file('usr/lib/doorstep/handover', read('deploy/debian/handover'), 0o755),
    ...UNITS.map((name) => file(`usr/lib/systemd/system/${name}`, unitOf(name))),
    file('usr/share/bash-completion/completions/doorstep', completions.bash),
    packed('usr/share/doc/doorstep/changelog', changelogOf(version, seconds)),
    packed('usr/share/doc/doorstep/CHANGELOG.md', read('CHANGELOG.md').toString()),
    file('usr/share/doc/doorstep/copyright', licences),
    file('usr/share/fish/vendor_completions.d/doorstep.fish', completions.fish),
    file('usr/share/lintian/overrides/doorstep', read('deploy/debian/lintian-overrides')),
    packed('usr/share/man/ko/man1/doorstep.1', koreanManual),
    packed('usr/share/man/man1/doorstep.1', manual),
    file('usr/share/zsh/vendor-completions/_doorstep', completions.zsh),
  ]
}

function unitOf(name: string): string {
  return read(`deploy/systemd/${name}`).toString().replaceAll('/usr/local/bin/', '/usr/bin/')
}

/** Returns every setting of a server with its default, as lines that EnvironmentFile= of systemd.exec(5) leaves out. */
function settingsFile(): string {
  const head =
    '# Settings of doorstep.service. Remove the # before a setting to change it, then, as root, one of these:\n' +
    '#   systemctl restart doorstep\n' +
    '#   /usr/lib/doorstep/handover    the same without losing a request\n' +
    '# docs/settings.md of the source explains them; `man doorstep` lists them. Quote a value that has blanks in it.\n'
  const groups = GROUPS.flatMap((group) => {
    const rows = ROWS.filter((row) => row.group === group && !NOT_IN_FILE.includes(row.flag))
    const lines = rows.map((row) => `\n# ${row.meaning.en} (${row.placeholder})\n#${variableOf(row)}=${row.fallback}\n`)
    return rows.length === 0 ? [] : [`\n## ${group}\n${lines.join('')}`]
  })
  return head + groups.join('')
}

function controlOf({ architecture, version }: Contents, files: readonly Entry[]): string {
  const bytes = files.reduce((sum, { content }) => sum + (content?.length ?? 0), 0)
  return `Package: doorstep
Version: ${debianVersion(version)}
Architecture: ${architecture}
Maintainer: The doorstep authors <doorstep@localhost>
Installed-Size: ${Math.ceil(bytes / 1024)}
Depends: libc6 (>= ${GLIBC_MIN})
Suggests: systemd (>= 247)
Section: net
Priority: optional
Description: network diagnostics and router guidance as an HTTP API
 doorstep finds out why nobody can reach a server at home, and says what to
 change, in English or Korean: an HTTP API, a page for browsers, commands for
 the terminal and tools for AI agents in one executable.
 .
 Nothing is started by the installation: run systemctl enable --now doorstep.
`
}

function sumsOf(files: readonly Entry[]): string {
  const rows = files.flatMap(({ path, content }) =>
    content === null || path === SETTINGS_FILE ? [] : [`${createHash('md5').update(content).digest('hex')}  ${path}\n`],
  )
  return rows.join('')
}

/** Returns the changelog in the form that Debian's programs read; what changed is in CHANGELOG.md beside it. */
function changelogOf(version: string, seconds: number): string {
  const [day, date, month, year, time] = new Date(seconds * 1000).toUTCString().replace(',', '').split(' ')
  const when = `${day}, ${date} ${month} ${year} ${time} +0000`
  return `${pkg.name} (${debianVersion(version)}) stable; urgency=medium

  * Version ${version}; CHANGELOG.md beside this file says what changed.

 -- The doorstep authors <doorstep@localhost>  ${when}
`
}

/** Packs for every dpkg that there is; it knows zstd only since Debian 12. */
function gzip(bytes: Uint8Array<ArrayBuffer>): Uint8Array {
  return Bun.gzipSync(bytes, { level: 9, library: 'libdeflate' })
}

function read(path: string): Buffer {
  return readFileSync(join(ROOT, path))
}
