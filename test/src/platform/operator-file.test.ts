import { describe, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOperatorFile, writeWholeFile } from '../../../src/platform/operator-file.ts'
import { labTest } from '../../support/lab.ts'
import { sharedFolder } from '../../support/shared.ts'

const folder = sharedFolder('operator')
const at = (name: string) => join(folder, name)

test('a file is read whole, also through a link and if its size is unknown', () => {
  const bytes = Buffer.alloc(200_000, 'abc')
  writeFileSync(at('file'), bytes)
  symlinkSync(at('file'), at('link'))
  expect(readOperatorFile(at('file')).equals(bytes)).toBe(true)
  expect(readOperatorFile(at('link')).equals(bytes)).toBe(true)
  writeFileSync(at('empty'), '')
  expect(readOperatorFile(at('empty')).length).toBe(0)
  if (process.platform === 'linux') expect(readOperatorFile('/proc/version')).toEqual(readFileSync('/proc/version'))
})

describe('an unreadable file is refused in words that continue after its name', () => {
  test('a folder, a device, a link to nowhere, nothing', () => {
    mkdirSync(at('folder'))
    symlinkSync(at('nowhere'), at('dangling'))
    expect(() => readOperatorFile(at('folder'))).toThrow(/^is a folder, not a regular file$/)
    expect(() => readOperatorFile('/dev/zero')).toThrow(/^is a character device, not a regular file$/)
    expect(() => readOperatorFile(at('dangling'))).toThrow(/^does not exist$/)
    expect(() => readOperatorFile(at('nothing'))).toThrow(/^does not exist$/)
    expect(() => readOperatorFile(join(at('file'), 'within'))).toThrow(/^does not exist$/)
  })

  test('more than the limit, which may be given', () => {
    writeFileSync(at('large'), Buffer.alloc(1024 * 1024 + 1))
    expect(() => readOperatorFile(at('large'), 1024 * 1024)).toThrow(/^is larger than 1 MiB$/)
    expect(() => readOperatorFile(at('large'), 64 * 1024)).toThrow(/^is larger than 64 KiB$/)
    expect(readOperatorFile(at('large'), 2 * 1024 * 1024).length).toBe(1024 * 1024 + 1)
  })

  labTest('a FIFO without a writer, at once', { programs: ['mkfifo'] }, () => {
    Bun.spawnSync(['mkfifo', at('fifo')])
    expect(() => readOperatorFile(at('fifo'))).toThrow(/^is a FIFO, not a regular file$/)
  })
})

const wholeFolder = sharedFolder('whole')

test('a file is replaced by all of its parts, and nothing else is left', () => {
  const path = join(wholeFolder, 'data')
  writeFileSync(path, 'a longer text that was there before')
  writeWholeFile(path, [Buffer.from('one '), Buffer.alloc(0), Buffer.from('two')])
  expect([readFileSync(path, 'utf8'), readdirSync(wholeFolder)]).toEqual(['one two', ['data']])
})

test('if it cannot be written, the old file is kept, and the message continues a sentence', () => {
  const [full, there] = ['/dev/full', join(wholeFolder, 'folder')]
  mkdirSync(there)
  expect(() => writeWholeFile(there, [])).toThrow('is there already, and is not a regular file')
  expect(() => writeWholeFile(full, [])).toThrow('is there already, and is not a regular file')
  expect(() => writeWholeFile(join(wholeFolder, 'nowhere', 'data'), [])).toThrow('cannot be written (ENOENT)')
  const path = join(wholeFolder, 'data')
  writeFileSync(path, 'before')
  const broken = [Buffer.from('half')]
  Object.defineProperty(broken, 1, {
    enumerable: true,
    get: () => {
      throw new Error('no more')
    },
  })
  expect(() => writeWholeFile(path, broken)).toThrow('no more')
  expect([readFileSync(path, 'utf8'), readdirSync(wholeFolder).sort()]).toEqual(['before', ['data', 'folder']])
})
