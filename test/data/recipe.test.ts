// The recipe of the data: a file that is not part of it changes without a new build of the data.
import { afterAll, expect, test } from 'bun:test'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ingredientsOfData, recipeOfData } from '../../data/recipe.mjs'
import { makeCheckout } from '../support/process/checkout.ts'
import { ROOT } from '../support/server.ts'

const checkout = makeCheckout()
afterAll(() => checkout[Symbol.dispose]())

test.each(['data/router/brands.json', 'data/build.ts', 'data/obtain.ts', 'src/faces/cli/percent.ts', 'src/main.ts'])(
  'a line feed in %s builds nothing',
  (file) => {
    const before = recipeOfData(checkout.folder)
    appendFileSync(join(checkout.folder, file), '\n')
    expect(recipeOfData(checkout.folder)).toBe(before)
  },
)

test('every file that the build imports counts, and no other', () => {
  const { files } = ingredientsOfData(checkout.folder)
  expect(files).toContain('src/dataset/packing/write.ts')
  expect(files).toContain('data/iana-ipv4-address-space.csv')
  for (const file of files) {
    const before = recipeOfData(checkout.folder)
    appendFileSync(join(checkout.folder, file), '\n')
    expect(recipeOfData(checkout.folder)).not.toBe(before)
  }
})

test('the bundler finds the same files', async () => {
  const { metafile } = await Bun.build({
    entrypoints: ['data/part.ts', 'data/sources.ts'].map((file) => join(ROOT, file)),
    root: ROOT,
    target: 'bun',
    metafile: true,
  })
  const bundled = Object.keys(metafile?.inputs ?? {}).filter((path) => !/node_modules|package\.json$/.test(path))
  expect(ingredientsOfData(ROOT).files).toEqual(expect.arrayContaining(bundled))
})

test.each(['@ip-location-db/asn', 'countries-list', 'csv-parse', 'ipaddr.js'])('another version of %s counts', (name) => {
  const path = join(checkout.folder, 'package.json')
  const before = recipeOfData(checkout.folder)
  const { dependencies, ...rest } = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...rest, version: '9.9.9', dependencies }))
  expect(recipeOfData(checkout.folder)).toBe(before)
  writeFileSync(path, JSON.stringify({ ...rest, dependencies: { ...dependencies, [name]: '9.9.9' } }))
  expect(recipeOfData(checkout.folder)).not.toBe(before)
})
