import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWholeFile } from '../../../src/platform/whole-file.ts'
import { sharedFolder } from '../../support/shared.ts'

const folder = sharedFolder('whole')

test('a file is replaced by all of its parts, and nothing else is left', () => {
  const path = join(folder, 'data')
  writeFileSync(path, 'a longer text that was there before')
  writeWholeFile(path, [Buffer.from('one '), Buffer.alloc(0), Buffer.from('two')])
  expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['one two', ['data']])
})

test('if it cannot be written, the old file is kept, and the message continues a sentence', () => {
  const [full, there] = ['/dev/full', join(folder, 'folder')]
  mkdirSync(there)
  expect(() => writeWholeFile(there, [])).toThrow('is there already, and is not a regular file')
  expect(() => writeWholeFile(full, [])).toThrow('is there already, and is not a regular file')
  expect(() => writeWholeFile(join(folder, 'nowhere', 'data'), [])).toThrow('cannot be written (ENOENT)')
  const path = join(folder, 'data')
  writeFileSync(path, 'before')
  const broken = [Buffer.from('half')]
  Object.defineProperty(broken, 1, {
    enumerable: true,
    get: () => {
      throw new Error('no more')
    },
  })
  expect(() => writeWholeFile(path, broken)).toThrow('no more')
  expect([readFileSync(path, 'utf8'), readdirSync(folder).sort()]).toEqual(['before', ['data', 'folder']])
})
