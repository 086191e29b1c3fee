// Whether a person can read a page: texts that have room, and words in place of names of fields.
import type { Page } from 'playwright-core'
import { manifest } from '../../../src/operations/registry/manifest.gen.ts'
import { toolsOf } from '../../../src/operations/registry/tools.ts'

/** Returns the texts in `main` that have room for fewer than three characters in a line. */
export async function narrowTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      if (text.length < 3 || !node.parentElement?.checkVisibility() || node.parentElement.closest('.hidden, svg, option'))
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)))
      if (lines.size > 1 && text.length / lines.size < 3) found.push(`${text} (${lines.size} lines)`)
    }
    return found
  })
}

/** Returns the texts outside of code that name a field of an answer as programs do. */
export async function fieldNames(page: Page, tool: string): Promise<string[]> {
  const names = namesOf(tool)
  const texts = await page.evaluate(() => {
    const all = [...document.querySelectorAll('main *:not(pre, code, script, style, option)')]
    return all.flatMap((one) =>
      one.closest('.below, pre, code, .hidden') || !one.checkVisibility()
        ? []
        : [...one.childNodes]
            .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
            .map(({ textContent }) => textContent?.trim() ?? ''),
    )
  })
  return texts.filter((text) =>
    names.some((name) => text === name || (/[a-z][A-Z]/.test(name) && new RegExp(`\\b${name}\\b`).test(text))),
  )
}

/** Returns the names of fields, at any depth, that are not also a word of English as they stand. */
function namesOf(tool: string): string[] {
  const names = new Set<string>()
  const collect = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return
    if ('properties' in schema && typeof schema.properties === 'object') {
      for (const name of Object.keys(schema.properties ?? {})) names.add(name)
    }
    for (const part of Object.values(schema)) collect(part)
  }
  collect(toolsOf(manifest).find(({ name }) => name === tool)?.tool.result)
  return [...names].flatMap((name) => [
    name,
    name.replace(/([a-z0-9])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`),
  ])
}

/** Names, units and abbreviations that Korean pages write in Latin letters as well. */
const LATIN = /\b(?:[A-Z][A-Z0-9.-]+|[a-z]+[A-Z]\w*|IPv[46]|[\w.-]+\.[a-z]{2,}\S*|curl|nginx|\w+\/[\d.]+|ms|[a-z]*[Dd]oorstep)\b/g

/** Returns the titles, labels and buttons of a Korean page that are English. */
export async function englishIn(page: Page): Promise<string[]> {
  const texts = await page
    .locator('main :is(h1, h2, h3, h4, dt, th, button, summary, label, legend, .verdict)')
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility() && !one.closest('.hidden, [translate=no], .router, .below, .chain'))
        .map((one) =>
          [...one.childNodes]
            .filter((part) => !(part instanceof Element && part.matches('code, [translate=no]')))
            .map(({ textContent }) => textContent)
            .join(' ')
            .trim(),
        ),
    )
  return texts.filter((text) => !/[가-힣]/.test(text) && /[A-Za-z]{3}/.test(text.replace(LATIN, '').replace(/\([^)]*\)/g, '')))
}
