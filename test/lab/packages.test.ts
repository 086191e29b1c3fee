// The ways to a release, as the programs that people install with take them.

import { expect, test } from 'bun:test'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aptIndex, homebrewFormula, nixFlake } from '../../.ci/release/channels.ts'
import { packageOf } from '../../.ci/release/deb.ts'
import { TARGETS } from '../../.ci/release/targets.ts'
import { labTest } from '../support/lab.ts'
import { run } from '../support/net/namespace.ts'
import { openLoopback } from '../support/net/network.ts'
import { sharedFolder } from '../support/shared.ts'

const SECONDS = 1_790_000_000
const VERSION = '1.0.0'
const ARCHITECTURE = process.arch === 'arm64' ? 'arm64' : 'amd64'
const folder = sharedFolder('packages')

/** Serves a release of one small package with its index from loopback. */
function release() {
  const packed = packageOf({
    executable: Buffer.from('#!/bin/sh\n'),
    architecture: ARCHITECTURE,
    version: VERSION,
    printed: { manual: 'm', koreanManual: 'k', completions: { bash: 'b', zsh: 'z', fish: 'f' }, licences: 'l' },
    seconds: SECONDS,
    isPacked: true,
  })
  const name = `doorstep_${VERSION}_${ARCHITECTURE}.deb`
  const files = new Map<string, string | Uint8Array<ArrayBuffer>>([
    [`/${name}`, Buffer.from(packed.content)],
    ...Object.entries(aptIndex([{ name, architecture: ARCHITECTURE, ...packed }], SECONDS)).map(
      ([file, content]) => [`/${file}`, content] as const,
    ),
  ])
  const close = openLoopback()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => new Response(files.get(new URL(url).pathname), { status: files.has(new URL(url).pathname) ? 200 : 404 }),
  })
  return {
    name,
    url: server.url.href,
    content: packed.content,
    files,
    async [Symbol.asyncDispose]() {
      await server.stop(true)
      close()
    },
  }
}

/** Returns apt-get with a state of its own, and one source. */
function aptGet(source: string): string[] {
  const options = { Dir: folder, 'Dir::State::status': '/var/lib/dpkg/status', 'APT::Sandbox::User': 'root' }
  for (const part of [
    ...'etc/apt/apt.conf.d etc/apt/preferences.d var/lib/apt/lists/partial var/cache/apt/archives/partial'.split(' '),
  ])
    mkdirSync(join(folder, part), { recursive: true })
  writeFileSync(join(folder, 'etc', 'apt', 'sources.list'), `${source}\n`)
  return ['apt-get', ...Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`])]
}

labTest(
  'apt takes the package from any web server that has the files of a release, and none that was changed',
  { programs: ['apt-get'], root: true },
  async () => {
    await using server = release()
    const apt = aptGet(`deb [trusted=yes] ${server.url} ./`)
    await run([...apt, 'update'])
    await run([...apt, '--yes', '--download-only', '--no-install-recommends', 'install', 'doorstep'])
    const taken = readFileSync(join(folder, 'var', 'cache', 'apt', 'archives', server.name))
    expect(taken.equals(server.content)).toBe(true)
    rmSync(join(folder, 'var', 'cache', 'apt', 'archives', server.name))
    const changed = Buffer.from(server.content)
    changed[changed.length - 1] = 1
    server.files.set(`/${server.name}`, changed)
    await expect(run([...apt, '--yes', '--download-only', 'install', 'doorstep'])).rejects.toThrow('Hash Sum mismatch')
  },
)

const sumOf = (name: string) => Buffer.from(name.padEnd(32, '.').slice(0, 32)).toString('hex')
const released = { version: VERSION, from: 'https://files.example/releases/download/v1.0.0', sumOf }
test('the formula and the flake name the file and the sum of each platform that they know', () => {
  for (const name of Object.keys(TARGETS).filter((target) => !/musl|windows/.test(target))) {
    const sum = sumOf(name)
    expect(homebrewFormula(released)).toContain(`      url "${released.from}/${name}"\n      sha256 "${sum}"\n`)
    const hash = `sha256-${Buffer.from(sum, 'hex').toString('base64')}`
    expect(nixFlake(released)).toContain(`{ url = "${released.from}/${name}"; hash = "${hash}"; };`)
  }
})

labTest('ruby reads the formula, and nix evaluates the flake', { programs: ['ruby', 'nix-instantiate'] }, async () => {
  writeFileSync(join(folder, 'doorstep.rb'), homebrewFormula(released))
  expect(await run(['ruby', '-wc', join(folder, 'doorstep.rb')])).toBe('Syntax OK\n')
  writeFileSync(join(folder, 'flake.nix'), nixFlake(released))
  // The parts of nixpkgs that the flake asks for, as texts: nixpkgs itself is not there.
  const packages = `system: {
    runCommand = name: { src }: script: src;
    fetchurl = { url, hash }: url + " " + hash;
    buildFHSEnv = { name, runScript }: "in its own root: " + runScript;
    stdenv.hostPlatform.isLinux = builtins.match ".*linux" system != null;
  }`
  const nixpkgs = `{ legacyPackages = builtins.mapAttrs (system: _: (${packages}) system) { x86_64-linux = 1; aarch64-linux = 1; x86_64-darwin = 1; aarch64-darwin = 1; }; }`
  const expression = `((import ${join(folder, 'flake.nix')}).outputs { nixpkgs = ${nixpkgs}; }).packages`
  const evaluated = JSON.parse(
    await run(['env', 'NIX_REMOTE=dummy://', 'nix-instantiate', '--eval', '--strict', '--json', '-E', expression]),
  )
  const found = (name: string) =>
    `${released.from}/doorstep-${name} sha256-${Buffer.from(sumOf(`doorstep-${name}`), 'hex').toString('base64')}`
  expect(evaluated).toEqual({
    'x86_64-linux': { default: `in its own root: ${found('linux-x64')}/bin/doorstep` },
    'aarch64-linux': { default: `in its own root: ${found('linux-arm64')}/bin/doorstep` },
    'x86_64-darwin': { default: found('darwin-x64') },
    'aarch64-darwin': { default: found('darwin-arm64') },
  })
})
