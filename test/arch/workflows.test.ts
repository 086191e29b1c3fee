// The workflows are ones that GitHub accepts, have no more rights than they need, and run what there is.
import { describe, expect, test } from 'bun:test'
import { accessSync, constants, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser'
import { parse } from 'yaml'
import { ROOT } from '../support/server.ts'

const FOLDER = join(ROOT, '.github', 'workflows')
const FILES = ['release.yml', 'test.yml']
const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8')
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

type Step = { uses?: string; run?: string; env?: Record<string, string>; with?: Record<string, unknown> }
interface Job {
  uses?: string
  needs?: string | string[]
  permissions?: Record<string, string>
  secrets?: unknown
  'timeout-minutes'?: number
  steps?: Step[]
}
type Workflow = { permissions?: unknown; jobs: Record<string, Job> }

/** Returns the messages of GitHub's own parser about a workflow: an unknown field, function or context, a wrong type. */
function mistakesIn(content: string): string[] {
  const { context } = parseWorkflow({ name: 'workflow.yml', content }, new NoOperationTraceWriter())
  return context.errors.getErrors().map(({ message }) => message)
}

/** A right to write, and running what a stranger may have had a hand in, are never in one job. */
const runsOurs = ({ steps = [] }: Job) =>
  steps.some(
    ({ uses = '', run = '' }) =>
      uses.startsWith('actions/checkout') || /(^|[;&|(])\s*(npm|npx|node|bun|dist\/|\.ci\/)/m.test(run),
  )
const canWrite = ({ permissions = {} }: Job) => Object.values(permissions).includes('write')

/** A pinned action: by its commit, since others can move a tag. */
const PINNED = /^actions\/[\w-]+@[0-9a-f]{40}$/

/** Words of a script that are not there: scripts of the package, files of .ci. */
function absentIn(run: string): string[] {
  const ofPackage = [...run.matchAll(/\bnpm (?:run )?([\w:]+)/g)].map(([, name = '']) => name)
  const files = [...run.matchAll(/(?<![\w/])\.ci\/[\w./-]+/g)].map(([path]) => path)
  const isAbsent = (path: string) => {
    try {
      accessSync(join(ROOT, path), constants.X_OK)
      return false
    } catch {
      return true
    }
  }
  return [...ofPackage.filter((name) => !(name in scripts)), ...files.filter(isAbsent)]
}

/** Which of the rules a workflow breaks. */
function breachesOf(content: string): string[] {
  const { permissions, jobs }: Workflow = parse(content)
  const breaches = JSON.stringify(permissions) === '{"contents":"read"}' ? [] : ['rights of the whole workflow']
  // The token that GitHub makes for a run is all that there is to keep, and it goes to GitHub's own program alone.
  if (/\bsecrets\b/.test(content)) breaches.push('a secret')
  for (const [name, job] of Object.entries(jobs)) {
    if (canWrite(job) && runsOurs(job)) breaches.push(`${name}: code of ours with rights to write`)
    if (job.uses === undefined && job['timeout-minutes'] === undefined) breaches.push(`${name}: no timeout`)
    for (const { uses, run = '', env = {}, ...step } of job.steps ?? []) {
      if (uses !== undefined && !PINNED.test(uses)) breaches.push(`${name}: ${uses} is not pinned or not GitHub's`)
      if (uses?.startsWith('actions/checkout') && step.with?.['persist-credentials'] !== false)
        breaches.push(`${name}: the checkout keeps the token`)
      // An expression is replaced before the shell reads the script, so its value, such as the name of a branch, can be a command.
      if (run.includes('${{')) breaches.push(`${name}: an expression in a script`)
      if (/\b(printenv|set -\w*x|env$)|\bGH_TOKEN\b|github\.token/m.test(run)) breaches.push(`${name}: prints what is secret`)
      if (Object.values(env).some((value) => /github\.token/.test(value)) && !/^gh [^;&|]*$/.test(run))
        breaches.push(`${name}: the token goes to more than gh`)
      breaches.push(...absentIn(run).map((word) => `${name}: ${word} is not there`))
    }
  }
  return breaches
}

test('there are no other workflows', () => expect([...new Bun.Glob('*').scanSync(FOLDER)].sort()).toEqual(FILES))

describe.each(FILES)('%s', (file) => {
  test('is accepted by the parser of GitHub', () => expect(mistakesIn(read(file))).toEqual([]))
  test('keeps to the rules', () => expect(breachesOf(read(file))).toEqual([]))
  test('says how actions are pinned', () => expect(read(file)).toStartWith("# Actions are GitHub's own, pinned by commit"))
  test('says which version a commit is, for readers and for dependabot', () => {
    for (const [line] of read(file).matchAll(/^.*@[0-9a-f]{40}.*$/gm)) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })
})

describe('a release', () => {
  const { jobs }: Workflow = parse(read('release.yml'))
  const stepOf = (job: string, action: string) => jobs[job]?.steps?.find(({ uses }) => uses?.startsWith(`actions/${action}@`))

  test('comes after all tests', () => {
    expect(jobs.test?.uses).toBe('./.github/workflows/test.yml')
    expect(jobs.publish?.needs).toEqual(['test', 'build', 'again'])
    expect(Object.keys(parse(read('test.yml')).on)).toContain('workflow_call')
    expect(JSON.stringify(parse(read('test.yml')).jobs.gate.steps)).toContain('".ci/run"')
  })

  test('is attested before it is published: where it was built, and what is in it', () => {
    expect(stepOf('publish', 'attest-build-provenance')?.with).toEqual({ 'subject-path': 'dist/*' })
    expect(stepOf('publish', 'attest-sbom')?.with).toEqual({
      'subject-path': 'dist/doorstep-*',
      'sbom-path': 'dist/doorstep.cdx.json',
    })
    expect(jobs.publish?.permissions).toEqual({ contents: 'write', 'id-token': 'write', attestations: 'write' })
    expect(jobs.publish?.steps?.at(-1)?.run).toStartWith('gh release create')
  })
})

test('docs/hosting.md says how to verify what a release attests, with the program that GitHub makes for it', () => {
  const readme = readFileSync(join(ROOT, 'docs', 'hosting.md'), 'utf8')
  expect(readme).toMatch(
    /^gh attestation verify doorstep-linux-x64 --repo (\S+) --signer-workflow \1\/\.github\/workflows\/release\.yml$/m,
  )
  expect(readme).toMatch(/^gh attestation verify doorstep-linux-x64 .*--predicate-type https:\/\/cyclonedx.org\/bom$/m)
})

test('the proof that a build can be repeated leaves the files of the release as they are', () => {
  expect(scripts['build:verify']).toContain('.ci/verify.ts')
  expect(scripts['build:verify']).not.toContain('.ci/build.ts')
})

test('dependabot looks where packages, actions and images are named', () => {
  const { updates } = parse(readFileSync(join(ROOT, '.github', 'dependabot.yml'), 'utf8'))
  const watched = updates.map((update: Record<string, string>) => `${update['package-ecosystem']} ${update.directory}`)
  expect(watched).toEqual(['npm /', 'github-actions /', 'docker /deploy/docker', 'docker-compose /deploy/compose'])
})
