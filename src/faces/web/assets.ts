import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Pack, readPack } from './pack.ts'
import embedded from './page.pack' with { type: 'file' }

let opened: Promise<Pack> | null = null

/** Returns the files of the page, read when it is first asked for. The build embeds them; in a checkout they are built then, once. */
export function openPage(): Promise<Pack> {
  opened ??= statSync(embedded).size > 0 ? Promise.resolve(readPack(Uint8Array.from(readFileSync(embedded)))) : builtNow()
  return opened
}

async function builtNow(): Promise<Pack> {
  // The builder is beside the empty pack. Its name is put together so that the builder, its packages and the folder of the build stay out of the executable.
  const { buildPage } = await import(join(dirname(embedded), 'bundle.ts'))
  return readPack(await buildPage())
}

/** The icon of the browser's tab, a doorstep, as SVG. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3.5" fill="#0c5f56"/><path d="M5 11.5V4.5h6v7M2.8 12.2h10.4" fill="none" stroke="white" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round"/></svg>'
