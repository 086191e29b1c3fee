// The command lines at home that the documentation shows are ones that the commands take.
import { expect, test } from 'bun:test'
import { readToolLine } from '../../../src/faces/cli/tool-line.ts'
import { homeTools } from '../../../src/home/index.ts'
import { HOME_NAMES } from '../../../src/home/names.ts'
import { validatorOf } from '../../../src/run/validate.ts'
import { blocksOfPages } from '../../support/process/pages.ts'

const SOURCES = {
  platform: 'other' as const,
  read: () => null,
  list: () => [],
  link: () => null,
  run: () => Promise.resolve(null),
  isRoot: false,
  addresses: () => [],
  source: () => null,
}
const tools = homeTools({ sources: SOURCES, outside: null })
const shown = blocksOfPages('sh')
  .flatMap((block) => block.split('\n'))
  .filter((line) => HOME_NAMES.some((name) => line.startsWith(`doorstep ${name} `)))

test('every command at home is documented with a line', () => {
  expect(HOME_NAMES.filter((name) => !shown.some((line) => line.startsWith(`doorstep ${name} `)))).toEqual([])
})

test.each(shown)('%s', (line) => {
  const [, name = '', ...args] = line.split(' ')
  const named = tools.find((one) => one.name === name)
  if (!named) throw new Error(`there is no ${name}`)
  if (!named.tool.body) throw new Error(`${name} has no body`)
  validatorOf(named.tool.body)(readToolLine(named, args, {}).body())
})
