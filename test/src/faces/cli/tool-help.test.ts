import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { fieldsOf } from '../../../../src/faces/cli/fields.ts'
import { meaningOf } from '../../../../src/faces/cli/help.text.ts'
import { examplesOf, toolHelp } from '../../../../src/faces/cli/tool-help.ts'
import { VERBS } from '../../../../src/faces/cli/verbs.ts'
import { RECORD_TYPES } from '../../../../src/net/dns/rdata.ts'
import { manifest } from '../../../../src/registry/manifest.gen.ts'
import { toolsOf } from '../../../../src/registry/tools.ts'
import { ROWS } from '../../../../src/settings/options.ts'
import { sampled, sampleName } from '../../../support/lab.ts'
import { runLine, spawnLine, startResolver } from '../../../support/process/command-line.ts'
import { blocksOfPages } from '../../../support/process/pages.ts'
import { FROM_SOURCE, type Server, startServer, UNLIMITED_TARGETS } from '../../../support/server.ts'

const tools = toolsOf(manifest)
const COLUMNS = 80

describe.each(tools)('the help of $name', (named) => {
  test.each(['en', 'ko'] as const)('shows everything that it takes, in %s', (locale) => {
    const help = toolHelp(named, locale)
    const joined = help.replaceAll(/\s+/g, '')
    expect(joined).toContain(named.tool.text.say(locale, 'summary', {}).replaceAll(/\s+/g, ''))
    for (const { name, flag } of fieldsOf(named)) {
      expect(help).toContain(`  --${flag} `)
      expect(joined).toContain(named.tool.text.say(locale, `field.${name}`, {}).replaceAll(/\s+/g, ''))
    }
    for (const example of examplesOf(named)) expect(help).toContain(`  ${example}\n`)
    // A command line is not broken.
    const wide = help.split('\n').filter((line) => Bun.stringWidth(line) > COLUMNS && !line.startsWith('  doorstep '))
    expect([wide, /\{\w+\}|undefined|null/.exec(help)]).toEqual([[], null])
  })
})

test('a switch takes one of two words', () => {
  const portCheck = tools.find(({ name }) => name === 'port-check')
  expect(portCheck && toolHelp(portCheck, 'en')).toContain('--explain true|false ')
})

test('an object of texts is written with colons between them', () => {
  const check = tools.find(({ name }) => name === 'certificate-check')
  expect(check && toolHelp(check, 'en')).toContain('--file NAME:SHA256 ')
})

test('lists every type of record, and says that words may stand in this order', async () => {
  const out = (await runLine(['dns-lookup', '--help'])).out
  const [, types] = /\[(A, [^;]*); default: A\]/.exec(out.replaceAll(/\s+/g, ' ')) ?? []
  expect(types?.split(', ')).toEqual([...RECORD_TYPES])
  expect(out).toContain('\nUsage: doorstep dns-lookup DOMAIN [RECORD-TYPE] [FLAGS]\n')
  expect(out).toContain('\nFields need no flag if they are written in this order.\n')
  expect((await runLine(['ip-lookup', '--help'])).out).not.toContain('in this order')
})

test('says the limits of fields', async () => {
  const { out } = await runLine(['ping', '--help'])
  expect(out).toContain('--count NUMBER  How many echo requests to send. [1 to 10; default: 4]\n')
  expect((await runLine(['ping', '-h', '--lang', 'ko'])).out).toContain('핑을 보낼 횟수입니다. [1부터 10까지; 기본값: 4]\n')
  expect((await runLine(['reachability', '--help'])).out).toContain('--scheme http|https|tls')
})

describe('every documented command line runs', () => {
  const LOOPBACK = ['--allow-targets', '127.0.0.0/8']
  let names: Awaited<ReturnType<typeof startResolver>>
  let server: Server
  beforeAll(async () => {
    names = await startResolver()
    server = await startServer({
      env: UNLIMITED_TARGETS,
      args: [...LOOPBACK, '--resolvers', names.resolvers, '--places', 'Nowhere=http://127.0.0.1:1'],
    })
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    await names[Symbol.asyncDispose]()
  })
  const shown = [...tools.flatMap(examplesOf), ...blocksOfPages('sh').flatMap((block) => block.split('\n'))].filter((line) =>
    ['catalog', ...tools.map(({ name }) => name)].some((name) => line.startsWith(`doorstep ${name} `)),
  )

  test('there are documented command lines', () => expect(shown.length).toBeGreaterThan(2 * tools.length))

  test.each(sampled(8, shown))(
    sampleName('%s'),
    async (line) => {
      // Requesters on loopback, and all that these names lead to, may be checked here.
      const isRemote = line.includes('--server ')
      const words = line
        .replaceAll(/(?<=--server )\S+/g, server.url)
        .split(' ')
        .slice(1)
      const { code, out, err } = await spawnLine([...words, ...(isRemote ? [] : LOOPBACK)], {
        env: { DOORSTEP_RESOLVERS: names.resolvers },
      })
      // A line that is refused says so there; name servers that an authority would ask are not known here.
      expect(err).toBe('')
      expect(words[0] === 'certificate-check' ? [2] : [0, 1]).toContain(code)
      expect(out).not.toBe('')
      if (line.includes('--json')) expect(() => JSON.parse(out)).not.toThrow()
    },
    120_000,
  )
})

// The Korean meanings of commands and settings stand apart from the English ones: what is written alike in both languages shows a drift.

/** Flags, paths, addresses, numbers, abbreviations and words that a setting takes. */
const ALIKE = /--[a-z-]+|(?<![\w/[])[\w.-]*[:/][\w:./-]*\w|::|\w*\d[\w-]*|\b[A-Z]{2,}\w*|\b(?:auto|id|off|system|unix)\b/g

const SETTINGS = ROWS.map(({ flag, meaning, words }) => [`--${flag}`, meaning, words ?? []] as const)
const COMMANDS = VERBS.flatMap(({ usages }) => usages.map(({ written, meaning }) => [written, meaning, []] as const))

test('a Korean meaning has everything that is written alike in the English one', () => {
  const lacking = [...SETTINGS, ...COMMANDS].flatMap(([written, meaning, words]) => {
    const korean = meaningOf(written, meaning, 'ko', words)
    return lackingIn(korean, meaning).map((part) => `${written}: ${part}`)
  })
  expect(lacking).toEqual([])
})

test('one that was left behind is noticed', () => {
  expect(
    lackingIn('수신할 주소. ::이면 IPv4와 IPv6를 모두 받습니다', 'Address; :: accepts IPv4 and IPv6; unix:/path a file'),
  ).toEqual(['unix:/path'])
  expect(lackingIn('프록시(주소 또는 CIDR 대역)', 'Proxies (CIDR blocks; unix for a socket file)')).toEqual(['unix'])
})

function lackingIn(korean: string, english: string): string[] {
  return [...new Set(english.match(ALIKE) ?? [])].filter((part) => !korean.includes(part))
}

// test/binary/release.test.ts tests what the executable prints.
test('a checkout, which embeds nothing, says where the licences are', () => {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...FROM_SOURCE, 'licenses'])
  expect([exitCode, stdout.toString()]).toEqual([1, ''])
  expect(stderr.toString()).toBe('doorstep: the licences are in the executable: npm run build, then dist/doorstep licenses\n')
})
