// Mistakes of vendors in a folder of their own, through the real server: each is refused with file, line and field, or reported.

import { describe, expect, test } from 'bun:test'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { PROGRAM } from '../../../support/executable.ts'
import { BRAND, catalogueFolder, EXAMPLES, ISP } from '../../../support/router/catalogue-folder.ts'
import { plainEnvironment, ROOT } from '../../../support/server.ts'

interface Start {
  /** The exit code; null if it listened. */
  code: number | null
  err: string
  log: { level: string; message: string; [field: string]: unknown }[]
}

/** Starts the server on a folder, and ends it once it listens. */
async function start(folder: string): Promise<Start> {
  const child = Bun.spawn([...PROGRAM, '--port', '0', '--host', '127.0.0.1', '--catalog-dir', folder], {
    cwd: ROOT,
    env: plainEnvironment(),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let out = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    out += decoder.decode(chunk, { stream: true })
    if (out.includes('"listening"')) break
  }
  const listens = out.includes('"listening"')
  if (listens) child.kill('SIGKILL')
  const code = await child.exited
  const log = out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  return { code: listens ? null : code, err: await new Response(child.stderr).text(), log }
}

async function startOn(files: Parameters<typeof catalogueFolder>[0]): Promise<Start> {
  using folder = catalogueFolder(files)
  const { err, ...rest } = await start(folder.path)
  return { ...rest, err: err.replaceAll(folder.path, 'FOLDER') }
}

/** The Korean of the example in EUC-KR, as an old editor saves it. */
const EUC_KR = Buffer.from(
  EXAMPLES['brands.json'].replace(/[가-힣][가-힣 ]*/g, () => '\u00be\u00d6\u00c5\u00a9'),
  'latin1',
)

describe('a mistake stops the start with exit code 2, and is named by file, line and field', () => {
  test.each([
    ['text in EUC-KR', EUC_KR, ' is not UTF-8 (line 4): to convert it from EUC-KR, run iconv -f EUC-KR -t UTF-8'],
    [
      'one name in EUC-KR',
      Buffer.concat([Buffer.from('[\n{"id":"acme","name":{"en":"Acme","ko":"'), Buffer.from([0xbe, 0xd6, 0x22])]),
      ' is not UTF-8 (line 2)',
    ],
    ['text in UTF-16', Buffer.from(`\uFEFF${EXAMPLES['brands.json']}`, 'utf16le'), ' is not UTF-8 (line 1)'],
    ['a comma too many', '[\n  {"id": "a",},\n]', ':2:14: invalid JSON: expected a field name in double quotes'],
    ['nothing', '', ':1:1: invalid JSON: expected a value'],
    ['a list in lists without end', '['.repeat(100_000), ':1:33: is nested more than 32 levels deep'],
  ])('%s', async (_, content, message) => {
    const { code, err } = await startOn({ 'brands.json': content })
    expect(err).toMatch(/^doorstep: --catalog-dir: [12] mistakes? in "FOLDER"\n/)
    expect(err).toContain(`\n  brands.json${message}`)
    expect(code).toBe(2)
  })

  test('a folder or a device under the name of a file', async () => {
    using folder = catalogueFolder()
    mkdirSync(join(folder.path, 'providers.json'))
    symlinkSync('/dev/zero', join(folder.path, 'brands.json'))
    const { code, err } = await start(folder.path)
    expect(code).toBe(2)
    expect(err).toContain('\n  brands.json is a character device, not a regular file\n')
    expect(err).toContain('\n  providers.json is a folder, not a regular file\n')
  })
})

test('all mistakes of all files are reported at once, by file and line, and the first line names the flag', async () => {
  const { code, err } = await startOn({
    'services.json': '[\n{"id": "cam"\n"name": 1}\n]',
    'providers.json': [{ ...ISP, country: 'kr', colour: 'red' }],
    'brands.json': [{ ...BRAND, name: { en: 'Acme' }, gateways: ['1.1.1.1', '10.0.0.1', '9.9.9.9'], id: 'x' }],
  })
  expect(code).toBe(2)
  expect(err.trimEnd().split('\n')).toEqual([
    'doorstep: --catalog-dir: 7 mistakes in "FOLDER"',
    '  brands.json:4: [0].name.ko is missing (x)',
    '  brands.json:13: [0].gateways[0] is "1.1.1.1", not a private address (RFC 1918) (x)',
    '  brands.json:15: [0].gateways[2] is "9.9.9.9", not a private address (RFC 1918) (x)',
    '  services.json:3:1: invalid JSON: expected a comma before this',
    '  providers.json:8: [0].country is "kr", not a country code of two capital letters or GLOBAL (acme-net)',
    '  providers.json:9: [0].equipment is "acme-box", which is not the id of a brand (acme-net)',
    '  providers.json:17: [0].colour is not a known field (acme-net)',
  ])
})

test('of very many mistakes the first fifty are reported, and the number of the others', async () => {
  const { code, err } = await startOn({ 'brands.json': Array.from({ length: 120 }, () => 7) })
  const lines = err.trimEnd().split('\n')
  expect([code, lines.length, lines[0], lines.at(-1)]).toEqual([
    2,
    52,
    'doorstep: --catalog-dir: 120 mistakes in "FOLDER"',
    '  and 70 more',
  ])
})

describe('the server starts on a folder without mistakes', () => {
  /** Returns the log without the age of the data in the file, which the catalogue does not affect. */
  const started = (log: Start['log']) =>
    log.map(({ level, message }) => `${level} ${message}`).filter((line) => !line.includes('IP data are up to'))

  test('and logs what was laid over', async () => {
    const { code, log } = await startOn({
      'brands.json': [BRAND, { ...BRAND, id: 'asus', name: { en: 'Mine', ko: '내 것' }, aliases: [] }],
      'providers.json': [ISP],
    })
    expect([code, started(log)]).toEqual([null, ['info catalogue merged', 'info listening']])
    expect(log[0]).toMatchObject({ 'brands.json': '1 added, 1 replaced', 'providers.json': '1 added, 0 replaced' })
    expect(log[0]).not.toHaveProperty('platforms.json')
  })
})
