// House rules: a test lies in the folder of what it tests, and src stays small.
import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../support/server.ts'

const TESTS = [...new Bun.Glob('test/src/**/*.test.ts').scanSync(ROOT)].sort()

const hasFolder = (file: string) => existsSync(join(ROOT, dirname(file).slice('test/'.length)))

test('every test in test/src lies in a folder of src', () => {
  expect(TESTS.length).toBeGreaterThan(90)
  expect(TESTS.filter((file) => !hasFolder(file))).toEqual([])
})

test('src has no more files than one person can know', () =>
  expect([...new Bun.Glob('src/**/*').scanSync({ cwd: ROOT, onlyFiles: true })].length).toBeLessThanOrEqual(520))
