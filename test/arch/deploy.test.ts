// The files of deploy/ are what their readers take, and name only settings that there are.
import { describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DockerfileParser } from 'dockerfile-ast'
import { parseDocument } from 'yaml'
import { isReleaseName } from '../../.ci/release/targets.ts'
import { OPTIONS, variableOf } from '../../src/settings/options.ts'
import { readSettings } from '../../src/settings/read.ts'
import { ROOT } from '../support/server.ts'

const FOLDER = join(ROOT, 'deploy')
const FILES = [...new Bun.Glob('**/*').scanSync({ cwd: FOLDER, dot: true })].sort()
const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8')

/** Reads a YAML file. Throws for what is not strictly YAML 1.2, such as a duplicate key. */
// biome-ignore lint/suspicious/noExplicitAny: a test asks whether a field is there; the types must not say so beforehand
function yamlOf(file: string): any {
  const document = parseDocument(read(file), { strict: true, uniqueKeys: true, merge: true })
  expect([file, document.errors, document.warnings]).toEqual([file, [], []])
  return document.toJS()
}

describe('settings', () => {
  const variables = Object.values(OPTIONS).map(variableOf)
  /** Variables that compose itself reads. */
  const FOREIGN = ['DOORSTEP_IMAGE']
  const named = (text: string) => [...text.matchAll(/\bDOORSTEP_[A-Z_]+\b/g)].map(([name]) => name)
  const withoutComments = (text: string) => text.replace(/^\s*#.*$/gm, '')

  test('that are switched on exist', () => {
    const known = [...variables, ...FOREIGN]
    const unknown = FILES.flatMap((file) => named(withoutComments(read(file))).filter((name) => !known.includes(name)))
    expect(unknown).toEqual([])
  })

  test('are accepted with the values that are given to them', () => {
    const { services } = yamlOf('compose/compose.yaml')
    const { containers } = yamlOf('kubernetes/deployment.yaml').spec.template.spec
    const ofPod = Object.fromEntries(containers[0].env.map(({ name, value }: { name: string; value: string }) => [name, value]))
    for (const environment of [services['doorstep-1'].environment, services['doorstep-2'].environment, ofPod])
      expect(readSettings({ given: new Map() }, environment).warnings).toEqual([])
  })
})

/** Returns the compiler's messages about objects that are written down as ones of these types. */
function faultsOf(...objects: readonly (readonly [group: string, type: string, object: unknown])[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-kubernetes-'))
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    const lines = objects.flatMap(([group, type, object]) => [
      `import type { ${type} } from 'kubernetes-models/${group}'`,
      `export const of${type}: ${type} = ${JSON.stringify(object)}`,
    ])
    writeFileSync(join(folder, 'object.ts'), lines.join('\n'))
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'preserve', '--target', 'esnext', '--types', '']
    return Bun.spawnSync(['tsc', ...flags, 'object.ts'], { cwd: folder }).stdout.toString()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('Kubernetes', () => {
  const pod = () => yamlOf('kubernetes/deployment.yaml').spec.template.spec

  test('no object has a field that the API does not know', () => {
    // The schemas let such a field pass, as an API server would that warns; the types do not.
    const faults = faultsOf(
      ['apps/v1', 'IDeployment', yamlOf('kubernetes/deployment.yaml')],
      ['v1', 'IService', yamlOf('kubernetes/service.yaml')],
      ['policy/v1', 'IPodDisruptionBudget', yamlOf('kubernetes/poddisruptionbudget.yaml')],
      ['networking.k8s.io/v1', 'INetworkPolicy', yamlOf('kubernetes/networkpolicy.yaml')],
    )
    expect(faults).toBe('')
    const wrong = yamlOf('kubernetes/deployment.yaml')
    wrong.spec.template.spec.enableServiceLink = false
    expect(faultsOf(['apps/v1', 'IDeployment', wrong])).toContain('"enableServiceLink"')
  })

  test('the pod has no right that it does not need, and no variable that the cluster makes', () => {
    expect(pod()).toMatchObject({
      enableServiceLinks: false,
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    })
    expect(pod().containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })
})

describe('compose', () => {
  test('instances have no rights and trust only the proxy', () => {
    const { services, networks } = yamlOf('compose/compose.yaml')
    for (const name of ['doorstep-1', 'doorstep-2']) {
      expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
      expect(services[name].environment.DOORSTEP_TRUSTED_PROXIES).toBe(services.caddy.networks.front.ipv4_address)
      expect(services[name].ports).toBeUndefined()
      expect(read('compose/Caddyfile')).toContain(`${name}:8080`)
    }
    expect([networks.store.internal, services.valkey.networks]).toEqual([true, ['store']])
  })

  test('a store that is full forgets what docs/hosting.md says: every key expires, the clients that have used most expire last', () => {
    const [, policy] = /`maxmemory-policy ([a-z-]+)`/.exec(readFileSync(join(ROOT, 'docs', 'hosting.md'), 'utf8')) ?? []
    const { command } = yamlOf('compose/compose.yaml').services.valkey
    expect([policy, command[command.indexOf('--maxmemory-policy') + 1]]).toEqual(['volatile-ttl', 'volatile-ttl'])
  })
})

describe('the Dockerfile', () => {
  const instructions = DockerfileParser.parse(read('docker/Dockerfile')).getInstructions()
  const argumentsOf = (keyword: string) =>
    instructions.filter((one) => one.getKeyword() === keyword).map((one) => one.getArgumentsContent() ?? '')

  test('ends in an empty image, as a user by number, with a health check that there is', () => {
    expect([argumentsOf('FROM').at(-1), argumentsOf('USER')]).toEqual(['scratch', ['65532:65532']])
    expect(argumentsOf('HEALTHCHECK')[0]).toEndWith('CMD ["/doorstep", "healthcheck"]')
    expect(argumentsOf('ENTRYPOINT')).toEqual(['["/doorstep"]'])
  })

  test('copies what there is, and its context holds nothing else', () => {
    const sources = argumentsOf('COPY').flatMap((line) => (line.includes('/image') ? [] : line.split(' ').slice(0, -1)))
    const [scripts, files] = [
      sources.filter((path) => !path.startsWith('dist/')),
      sources.filter((path) => path.startsWith('dist/')),
    ]
    expect(scripts.map((path) => path.replace('deploy/', ''))).toEqual(['docker/assemble.sh'])
    expect(files.map((path) => isReleaseName(path.slice('dist/'.length)))).toEqual([true, true])
    const let_in = read('docker/Dockerfile.dockerignore').match(/^!.*$/gm) ?? []
    expect(let_in.map((line) => line.slice(1)).toSorted()).toEqual(sources.toSorted())
  })
})

describe('scripts for service managers', () => {
  test.each(['docker/assemble.sh', 'openrc/doorstep.initd', 'openrc/doorstep.confd', 'openwrt/doorstep.init'])(
    '%s is one of a POSIX shell',
    (file) => {
      const { exitCode, stderr } = Bun.spawnSync(['sh', '-n', join(FOLDER, file)])
      expect([exitCode, stderr.toString()]).toEqual([0, ''])
    },
  )

  /** Returns the calls that the script of OpenWrt makes: each function that rc.common would bring says how it was called. */
  function startedOn(accounts: string): string[] {
    // The configuration is read as a script, as its parser does.
    const brought = `
      config() { CONFIG_SECTION=$2; }
      option() { option_cb "$1" "$2"; }
      config_load() { . "${FOLDER}/openwrt/$1.config"; config doorstep main; option catalog_dir '/etc/a b'; config doorstep other; option port 81; }
      reset_cb() { option_cb() { :; }; }
      user_exists() { case " ${accounts} " in *" $1 "*) return 0;; *) return 1;; esac; }
      group_add_next() { echo 65537; }
      for name in procd_open_instance procd_set_param procd_append_param procd_close_instance user_add; do
        eval "$name() { echo $name \\"\\$@\\"; }"
      done
      . "$1"
      start_service`
    const { stdout, stderr } = Bun.spawnSync(['sh', '-c', brought, 'sh', join(FOLDER, 'openwrt', 'doorstep.init')])
    expect(stderr.toString()).toBe('')
    return stdout
      .toString()
      .trim()
      .split('\n')
      .map((line) => line.trim())
  }

  test('the one of OpenWrt tells procd what to start, as the configuration says', () => {
    const lines = startedOn('root doorstep')
    expect(lines.slice(0, 2)).toEqual(['procd_open_instance', 'procd_set_param command /usr/bin/doorstep'])
    const given = lines.flatMap((line) => /^procd_append_param env (.*)$/.exec(line)?.[1] ?? [])
    expect(given).toEqual([
      'DOORSTEP_HOST=::',
      'DOORSTEP_PORT=8080',
      'DOORSTEP_TRUSTED_PROXIES=',
      'DOORSTEP_DENY_TARGETS=',
      'DOORSTEP_CATALOG_DIR=/etc/a b',
    ])
    const known = Object.values(OPTIONS).map(variableOf)
    expect(given.map((line) => line.split('=')[0] ?? '').filter((name) => !known.includes(name))).toEqual([])
    expect(lines).toContain('procd_set_param user doorstep')
    expect(lines.at(-1)).toBe('procd_close_instance')
  })

  /** Returns the program and the user that the script of OpenRC would start, and whether it would. */
  function openrc(settings: string) {
    const run = `
      eerror() { echo "$@" >&2; }
      RC_SVCNAME=doorstep
      ${settings}
      . "$1"
      command=true
      echo "$command_user"
      start_pre`
    const { stdout, stderr, exitCode } = Bun.spawnSync(['sh', '-c', run, 'sh', join(FOLDER, 'openrc', 'doorstep.initd')])
    return { user: stdout.toString().trim(), said: stderr.toString().trim(), exitCode }
  }

  test('the one of OpenRC has a user of its own, and says how to create it where it is missing', () => {
    expect(openrc("doorstep_user='root:root'")).toEqual({ user: 'root:root', said: '', exitCode: 0 })
    expect(openrc("doorstep_user='no-such-user:x'")).toEqual({
      user: 'no-such-user:x',
      said: 'The user no-such-user does not exist: /etc/init.d/doorstep says how to create it',
      exitCode: 1,
    })
    expect(openrc('').user).toBe('doorstep:doorstep')
    expect(read('openrc/doorstep.initd')).toMatch(/^# +Alpine: addgroup -S doorstep && adduser -S .* -G doorstep doorstep$/m)
  })
})
