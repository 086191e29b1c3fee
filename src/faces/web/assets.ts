import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Encoding } from '../http/reply.ts'
import embedded from './page.pack' with { type: 'file' }

/** A file of the page, in Base64 for each encoding. */
export interface PackedFile extends Readonly<Record<Encoding, string>> {
  readonly type: string
}

/** The files of the page by their names; `script`, `style`, `world` and those in `shared`, which `script` imports, are such names. */
export interface PagePack {
  readonly script: string
  readonly shared: readonly string[]
  readonly style: string
  readonly world: string
  readonly files: Readonly<Record<string, PackedFile>>
}

let opened: Promise<PagePack> | null = null

/** Returns the files of the page, read when it is first asked for. The build embeds them; in a checkout they are built then, once. */
export function openPage(): Promise<PagePack> {
  opened ??= readPage()
  return opened
}

async function readPage(): Promise<PagePack> {
  if (statSync(embedded).size > 0) return JSON.parse(readFileSync(embedded, 'utf8'))
  // The builder is beside the empty pack. Its name is put together so that the builder, its packages and the folder of the build stay out of the executable.
  const { buildPage } = await import(join(dirname(embedded), 'bundle.ts'))
  return JSON.parse(new TextDecoder().decode(await buildPage()))
}

/** The icon of the browser's tab, a doorstep, as SVG. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3.5" fill="#0c5f56"/><path d="M5 11.5V4.5h6v7M2.8 12.2h10.4" fill="none" stroke="white" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round"/></svg>'
