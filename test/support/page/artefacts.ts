// Screenshots to look at after the tests, in a folder that is not kept in the repository.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { ROOT } from '../server.ts'

const FOLDER = join(ROOT, 'dist', 'screenshots')

export function keepArtefact(name: string, content: Uint8Array): void {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, name), content)
}

/** Keeps a picture of the whole page. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  keepArtefact(`${name}.png`, await page.screenshot({ fullPage: true }))
}
