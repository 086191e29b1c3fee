// The files of deploy/ are what their readers take, and name only settings that there are.
import { describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DockerfileParser } from 'dockerfile-ast'
import { Deployment } from 'kubernetes-models/apps/v1'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Service } from 'kubernetes-models/v1'
import { parseDocument } from 'yaml'
import { isReleaseName } from '../../.ci/release/targets.ts'
import { OPTIONS, variableOf } from '../../src/settings/options.ts'
import { readSettings } from '../../src/settings/read.ts'
import { labTest } from '../support/lab.ts'
import { ROOT } from '../support/server.ts'

const FOLDER = join(ROOT, 'deploy')
const FILES = [...new Bun.Glob('**/*').scanSync({ cwd: FOLDER, dot: true })].sort()
const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8')

/** A YAML file, to be looked at field by field. Throws for what is not strictly YAML 1.2, such as a key that stands twice. */
// biome-ignore lint/suspicious/noExplicitAny: a test asks whether a field is there; the types must not say so beforehand
function yamlOf(file: string): any {
  const document = parseDocument(read(file), { strict: true, uniqueKeys: true, merge: true })
  expect([file, document.errors, document.warnings]).toEqual([file, [], []])
  return document.toJS()
}

test('every YAML file can be read', () => {
  const files = FILES.filter((file) => /\.ya?ml$/.test(file))
  expect(files).toContain('compose/compose.yaml')
  for (const file of files) yamlOf(file)
})

describe('settings', () => {
  const variables = Object.values(OPTIONS).map(variableOf)
  /** What compose itself reads. */
  const FOREIGN = ['DOORSTEP_IMAGE']
  const named = (text: string) => [...text.matchAll(/\bDOORSTEP_[A-Z_]+\b/g)].map(([name]) => name)
  const withoutComments = (text: string) => text.replace(/^\s*#.*$/gm, '')

  test('that are switched on exist', () => {
    const known = [...variables, ...FOREIGN]
    const unknown = FILES.flatMap((file) => named(withoutComments(read(file))).filter((name) => !known.includes(name)))
    expect(unknown).toEqual([])
  })

  test('in comments exist', () => {
    const known = [...variables, ...FOREIGN]
    const all = FILES.flatMap((file) => named(read(file)))
    expect(all.length).toBeGreaterThan(12)
    expect(all.filter((name) => !known.includes(name))).toEqual([])
  })

  test('are accepted with the values that are given to them', () => {
    const { services } = yamlOf('compose/compose.yaml')
    const { containers } = yamlOf('kubernetes/deployment.yaml').spec.template.spec
    const ofPod = Object.fromEntries(containers[0].env.map(({ name, value }: { name: string; value: string }) => [name, value]))
    for (const environment of [services['doorstep-1'].environment, services['doorstep-2'].environment, ofPod])
      expect(readSettings({ given: new Map() }, environment).warnings).toEqual([])
  })
})

/** What the compiler says of an object, written down as one of that type. */
function faultsOf(group: string, type: string, object: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-kubernetes-'))
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    const source = `import type { ${type} } from 'kubernetes-models/${group}'\nexport const object: ${type} = ${JSON.stringify(object)}\n`
    writeFileSync(join(folder, 'object.ts'), source)
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'preserve', '--target', 'esnext', '--types', '']
    return Bun.spawnSync(['tsc', ...flags, 'object.ts'], { cwd: folder }).stdout.toString()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('Kubernetes', () => {
  const pod = () => yamlOf('kubernetes/deployment.yaml').spec.template.spec

  test('every object fits its schema', () => {
    new Deployment(yamlOf('kubernetes/deployment.yaml')).validate()
    new Service(yamlOf('kubernetes/service.yaml')).validate()
    new PodDisruptionBudget(yamlOf('kubernetes/poddisruptionbudget.yaml')).validate()
    new NetworkPolicy(yamlOf('kubernetes/networkpolicy.yaml')).validate()
    const wrong = yamlOf('kubernetes/deployment.yaml')
    wrong.spec.replicas = 'two'
    expect(() => new Deployment(wrong).validate()).toThrow()
  })

  test('no object has a field that the API does not know', () => {
    // The schemas let such a field pass, as an API server would that warns; the types do not.
    expect(faultsOf('apps/v1', 'IDeployment', yamlOf('kubernetes/deployment.yaml'))).toBe('')
    expect(faultsOf('v1', 'IService', yamlOf('kubernetes/service.yaml'))).toBe('')
    expect(faultsOf('policy/v1', 'IPodDisruptionBudget', yamlOf('kubernetes/poddisruptionbudget.yaml'))).toBe('')
    expect(faultsOf('networking.k8s.io/v1', 'INetworkPolicy', yamlOf('kubernetes/networkpolicy.yaml'))).toBe('')
    const wrong = yamlOf('kubernetes/deployment.yaml')
    wrong.spec.template.spec.enableServiceLink = false
    expect(faultsOf('apps/v1', 'IDeployment', wrong)).toContain('"enableServiceLink"')
  })

  test('all select the pods of the deployment, and the kustomization has all files', () => {
    const { spec } = yamlOf('kubernetes/deployment.yaml')
    const { labels } = spec.template.metadata
    expect(spec.selector.matchLabels).toEqual(labels)
    expect(yamlOf('kubernetes/service.yaml').spec.selector).toEqual(labels)
    expect(yamlOf('kubernetes/poddisruptionbudget.yaml').spec.selector.matchLabels).toEqual(labels)
    expect(yamlOf('kubernetes/networkpolicy.yaml').spec.podSelector.matchLabels).toEqual(labels)
    const others = FILES.filter((file) => file.startsWith('kubernetes/') && !file.endsWith('kustomization.yaml'))
    expect(yamlOf('kubernetes/kustomization.yaml').resources.toSorted()).toEqual(
      others.map((file) => file.slice('kubernetes/'.length)),
    )
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

  test('it has the time that stopping takes', () => {
    const SERVER_STOPS_S = 10
    const waitsS = pod().containers[0].lifecycle.preStop.sleep.seconds
    expect(pod().terminationGracePeriodSeconds).toBeGreaterThan(waitsS + SERVER_STOPS_S)
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
    expect(networks.store.internal).toBe(true)
    expect(services.valkey.networks).toEqual(['store'])
  })
})

labTest('the Caddyfile is one that Caddy accepts', { programs: ['caddy'] }, () => {
  const home = mkdtempSync(join(tmpdir(), 'doorstep-caddyfile-'))
  try {
    const validated = (file: string) =>
      Bun.spawnSync(['caddy', 'validate', '--config', file, '--adapter', 'caddyfile'], {
        env: { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, SITE_ADDRESS: 'ip.example.com' },
        stdout: 'ignore',
      })
    const { exitCode, stderr } = validated(join(FOLDER, 'compose', 'Caddyfile'))
    expect([exitCode, exitCode === 0 ? '' : stderr.toString()]).toEqual([0, ''])
    writeFileSync(join(home, 'Caddyfile'), read('compose/Caddyfile').replace('health_uri', 'health_url'))
    expect(validated(join(home, 'Caddyfile')).exitCode).toBe(1)
  } finally {
    rmSync(home, { recursive: true })
  }
})

describe('the Dockerfile', () => {
  const instructions = DockerfileParser.parse(read('docker/Dockerfile')).getInstructions()
  const argumentsOf = (keyword: string) =>
    instructions.filter((one) => one.getKeyword() === keyword).map((one) => one.getArgumentsContent() ?? '')

  test('ends in an empty image, as a user by number, with a health check that there is', () => {
    expect(argumentsOf('FROM').at(-1)).toBe('scratch')
    expect(argumentsOf('USER')).toEqual(['65532:65532'])
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

  test('the one of OpenWrt tells procd what to start, as the configuration says', () => {
    // What rc.common would bring: each function says how it was called.
    const brought = `
      config_load() { :; }
      config_get() { case "$3" in port) eval "$1=80";; *) eval "$1='$4'";; esac; }
      for name in open_instance set_param close_instance; do
        eval "procd_$name() { echo $name \\"\\$@\\"; }"
      done
      . "$1"
      start_service`
    const { stdout, stderr } = Bun.spawnSync(['sh', '-c', brought, 'sh', join(FOLDER, 'openwrt', 'doorstep.init')])
    const lines = stdout
      .toString()
      .split('\n')
      .map((line) => line.trim())
    expect(stderr.toString()).toBe('')
    expect(lines.slice(0, 2)).toEqual(['open_instance', 'set_param command /usr/bin/doorstep'])
    expect(lines[2]).toBe('set_param env DOORSTEP_HOST=:: DOORSTEP_PORT=80 DOORSTEP_TRUSTED_PROXIES= DOORSTEP_DENY_TARGETS=')
    expect(lines).toContain('set_param user nobody')
    expect(lines.at(-2)).toBe('close_instance')
  })
})
