// The recipe of the data: a file that is not part of it changes without a new build of the data.
import { afterAll, expect, test } from 'bun:test'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { ingredientsOfData, recipeOfData } from '../../data/recipe.mjs'
import { makeCheckout } from '../support/process/checkout.ts'
import { ROOT } from '../support/server.ts'

const checkout = makeCheckout()
afterAll(() => checkout[Symbol.dispose]())

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
