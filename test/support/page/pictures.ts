// Screenshots of the page beside those that are kept. They are compared in the browser that took them, which can read pictures.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { ROOT } from '../server.ts'

const KEPT = join(ROOT, 'test', 'fixtures', 'page')
/** Folder of the pictures of this run: as they are, and marked where they differ. */
const TAKEN = join(ROOT, 'dist', 'screenshots')
const IS_RENEWING = process.env.UPDATE_SCREENSHOTS === '1'
const MACHINE_FILE = join(KEPT, 'machine.txt')

/** Tolerance of a channel of a pixel (edges of letters), and how many pixels in a thousand may exceed it. */
const CHANNEL_TOLERANCE = 48
const PIXELS_PER_MILLE = 0.5

/** Returns the key of this machine: letters depend on the browser and the fonts, so pictures of another machine cannot be compared. */
function machineOf(browser: Browser): string {
  const fonts = ['sans-serif', 'sans-serif:bold', 'monospace', 'system-ui', 'sans-serif:lang=ko'].map((pattern) => {
    const { stdout } = Bun.spawnSync(['fc-match', '-f', '%{file|basename} %{fontversion}', pattern])
    return `${pattern}: ${stdout}`
  })
  return `${[`Chromium ${browser.version().split('.')[0]}`, ...fonts].join('\n')}\n`
}

/** Warns if the kept pictures are of another machine. */
export function isSameMachine(browser: Browser): boolean {
  const machine = machineOf(browser)
  if (IS_RENEWING) {
    mkdirSync(KEPT, { recursive: true })
    writeFileSync(MACHINE_FILE, machine)
  }
  const kept = existsSync(MACHINE_FILE) ? readFileSync(MACHINE_FILE, 'utf8') : ''
  if (kept === machine) return true
  console.warn(`NOT COMPARED: the screenshots are of another machine. There:\n${kept}Here:\n${machine}`)
  return false
}

/** Returns how many pixels in a thousand differ from the kept picture; null if there is none. */
export async function differenceOf(page: Page, name: string, isComparable: boolean): Promise<number | null> {
  const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  mkdirSync(TAKEN, { recursive: true })
  writeFileSync(join(TAKEN, `${name}.png`), taken)
  const path = join(KEPT, `${name}.png`)
  if (IS_RENEWING) writeFileSync(path, taken)
  if (!isComparable) return null
  const kept = readFileSync(path)
  if (digest(kept) === digest(taken)) return 0
  const blank = await page.context().browser()?.newPage()
  if (!blank) throw new Error('no browser')
  try {
    const { perMille, marked } = await blank.evaluate(compare, [url(kept), url(taken), CHANNEL_TOLERANCE] as const)
    if (perMille > PIXELS_PER_MILLE) writeFileSync(join(TAKEN, `${name}.differs.png`), Buffer.from(marked, 'base64'))
    return perMille
  } finally {
    await blank.close()
  }
}

export const isTolerable = (perMille: number | null) => perMille === null || perMille <= PIXELS_PER_MILLE

function digest(picture: Buffer): string {
  return createHash('sha256').update(picture).digest('hex')
}

function url(picture: Buffer): string {
  return `data:image/png;base64,${picture.toString('base64')}`
}

/** In the browser. */
async function compare([kept, taken, tolerance]: readonly [string, string, number]) {
  const pixels = async (source: string) => {
    const image = new Image()
    image.src = source
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.drawImage(image, 0, 0)
    return { canvas, context, image: context.getImageData(0, 0, image.width, image.height) }
  }
  const [one, other] = [await pixels(kept), await pixels(taken)]
  if (one.image.width !== other.image.width || one.image.height !== other.image.height) return { perMille: 1000, marked: '' }
  const { data } = one.image
  let count = 0
  for (let at = 0; at < data.length; at += 4) {
    const isOff = [0, 1, 2].some(
      (channel) => Math.abs((data[at + channel] ?? 0) - (other.image.data[at + channel] ?? 0)) > tolerance,
    )
    if (isOff) count++
    other.image.data.set(isOff ? [255, 0, 0, 255] : [...other.image.data.subarray(at, at + 3), 90], at)
  }
  other.context.putImageData(other.image, 0, 0)
  const [, marked = ''] = other.canvas.toDataURL('image/png').split(',')
  return { perMille: (count * 4000) / data.length, marked }
}
