import { afterAll, describe, expect, test } from 'bun:test'
import { fieldsOf } from '../../../../src/faces/cli/fields.ts'
import { examplesOf, toolHelp } from '../../../../src/faces/cli/tool-help.ts'
import { RECORD_TYPES } from '../../../../src/net/dns/rdata.ts'
import { sampled, sampleName } from '../../../support/lab.ts'
import { runLine, spawnLine, startResolver } from '../../../support/process/command-line.ts'
import { COMMANDS, TOOLS } from '../../../support/process/named-tool.ts'
import { blocksOfPages } from '../../../support/process/pages.ts'
import { UNLIMITED_TARGETS } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

const COLUMNS = 80

describe.each(COMMANDS)('the help of $name', (named) => {
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

test.each([
  ['port-check', '', '--explain true|false '],
  ['certificate-check', '', '--file NAME:SHA256 '],
  ['dns-lookup', '', `[${RECORD_TYPES.join(', ')}; default: A]`],
  ['dns-lookup', '', ' Usage: doorstep dns-lookup DOMAIN [RECORD-TYPE] [FLAGS] '],
  ['dns-lookup', '', ' Fields need no flag if they are written in this order. '],
  ['ping', 'ko', '핑을 보낼 횟수입니다. [1부터 10까지; 기본값: 4] '],
  ['reachability', '', '--scheme http|https|tls'],
  ['home', 'ko', '외부에서 확인할 doorstep 서버'],
  ['ip-lookup', '', 'With "-" as IP, addresses or lines of a log are read from standard input.'],
  ['traceroute', '', '--short Print only the values for a script, one a line: hops: hop, address;'],
  ['ip', '', '--short Print only the one value for a script: the text itself'],
  ['ssl-check', 'ko', '스크립트에서 쓸 값 하나만 출력합니다: certificate: validTo.'],
])('the help of %s says %s %j', async (name, lang, part) => {
  const { out } = await runLine(['help', name, '--lang', lang || 'en'])
  expect(out.replaceAll(/\s+/g, ' ')).toContain(part)
})

test.each([
  ['ip-lookup', 'in this order'],
  ['reverse-dns', 'lines of a log'],
  ['close', '--server'],
  ['listen', '--places'],
  ['home', '--any'],
])('the help of %s does not say %j', async (name, part) => expect((await runLine(['help', name])).out).not.toContain(part))

const LOOPBACK = ['--allow-targets', '127.0.0.0/8']
const names = await startResolver()
afterAll(() => names[Symbol.asyncDispose]())
const server = await sharedServer({
  env: UNLIMITED_TARGETS,
  args: [...LOOPBACK, '--resolvers', names.resolvers, '--places', 'Nowhere=http://127.0.0.1:1'],
})

describe('every documented command line runs', () => {
  const shown = [...TOOLS.flatMap(examplesOf), ...blocksOfPages('sh').flatMap((block) => block.split('\n'))].filter((line) =>
    ['catalog', ...TOOLS.map(({ name }) => name)].some((name) => line.startsWith(`doorstep ${name} `)),
  )

  test('there are documented command lines', () => expect(shown.length).toBeGreaterThan(2 * TOOLS.length))

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
