// A vendor's name, logo, colours and links on the page.
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM } from '../../../support/executable.ts'
import { plainEnvironment, ROOT, startServer } from '../../../support/server.ts'

const EXAMPLE = join(ROOT, 'deploy', 'theme', 'theme.json')
const folder = mkdtempSync(join(tmpdir(), 'doorstep-theme-'))
afterAll(() => rmSync(folder, { recursive: true }))

const BROWSER = { headers: { accept: 'text/html' } }

function themeFile(theme: unknown): string {
  const path = join(folder, 'theme.json')
  writeFileSync(path, typeof theme === 'string' ? theme : JSON.stringify(theme))
  return path
}

test('the example puts its name, logo, links and colours on the page', async () => {
  await using server = await startServer({ args: ['--theme', EXAMPLE] })
  const document = await (await fetch(server.url, BROWSER)).text()
  expect(document).toContain(' · Example Net</title>')
  expect(document).toContain('<img src="data:image/svg+xml;base64,')
  expect(document).toContain('<a href="https://example.net/help">Help</a>')
  const [path = ''] = /page\/theme-[0-9a-f]{10}\.css/.exec(document) ?? []
  const style = await fetch(`${server.url}/${path}`)
  expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(await style.text()).toContain('--accent:#1d4ed8;--on-accent:#ffffff;--paper:#fafbff;--ink:#101828')
})

test('SIGHUP rereads it, and keeps the one before if it cannot be used', async () => {
  const path = themeFile({ name: 'First' })
  await using server = await startServer({ args: ['--theme', path] })
  const logged = async (message: string) => {
    while (!server.output.some((line) => line.includes(`"${message}`))) await Bun.sleep(20)
  }
  themeFile({ name: 'Second' })
  server.kill('SIGHUP')
  await logged('reloaded')
  expect(await (await fetch(server.url, BROWSER)).text()).toContain(' · Second</title>')
  themeFile('{')
  server.kill('SIGHUP')
  await logged('not reloaded')
  expect(await (await fetch(server.url, BROWSER)).text()).toContain(' · Second</title>')
})

describe('one line says what is wrong with it, at the start and in doorstep check', () => {
  const cases: [what: string, theme: unknown, says: string][] = [
    ['no JSON', '{', 'theme.json: is not JSON: JSON Parse error'],
    ['no name', {}, 'name is missing\n'],
    ['an unknown field', { name: 'A', colour: 'red' }, 'colour is not a known field'],
    [
      'a colour that is not one',
      { name: 'A', colors: { light: { accent: 'red' } } },
      'colors.light.accent is "red", not a colour',
    ],
    [
      'a link that runs a script',
      { name: 'A', links: [{ text: 'B', url: 'javascript:a' }] },
      'links.0.url is "javascript:a", not',
    ],
    [
      'light text on light paper',
      { name: 'A', colors: { light: { accent: '#ffd400' } } },
      'light: accent on paper has a contrast of 1.',
    ],
    ['dark text on dark paper', { name: 'A', colors: { dark: { ink: '#222222' } } }, 'dark: ink on paper has a contrast of 1.'],
    ['a logo that is not there', { name: 'A', logo: 'none.svg' }, 'logo: none.svg does not exist'],
    ['a logo of another type', { name: 'A', logo: 'logo.html' }, 'logo: is not one of .svg, .png, .webp'],
  ]
  test.each(cases)('%s', (_, theme, says) => {
    const path = themeFile(theme)
    for (const verb of [['check'], ['serve', '--port', '0']]) {
      const { exitCode, stderr } = Bun.spawnSync([...PROGRAM, ...verb, '--theme', path], { env: plainEnvironment() })
      expect([exitCode, stderr.toString()]).toEqual([2, expect.stringContaining(`--theme: ${path}: `)])
      expect(stderr.toString()).toContain(says)
      expect(stderr.toString().trim().split('\n')).toHaveLength(1)
    }
  })
})
