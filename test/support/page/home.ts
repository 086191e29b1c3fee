// Browsers in homes on the small internet of home-lab.ts, and the compiled server outside.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { smallMmdb } from '../data/mmdb.ts'
import { HOME_LAB_NEEDS, type Home, type HomeLab, serverAddress, startHomeLab } from '../router/home-lab.ts'
import { BROWSER_NEEDS, CHROMIUM, openBrowser } from './page.ts'

export const PAGE_HOME_NEEDS = { programs: [...HOME_LAB_NEEDS.programs, ...BROWSER_NEEDS.programs], root: true }

const PORT = 8600
/** The origins of the server, one for each family. */
export const ORIGINS = { 4: `http://four.test:${PORT}`, 6: `http://six.test:${PORT}` } as const

/** Places of the routers on the way, to draw on the map. */
const PLACES = {
  '198.18.41.0/24': { country_code: 'JP', city: 'Tokyo', latitude: 35.69, longitude: 139.69 },
  '198.18.42.0/24': { country_code: 'KR', city: 'Busan', latitude: 35.1, longitude: 129.04 },
  '198.18.43.0/24': { country_code: 'KR', city: 'Seoul', latitude: 37.57, longitude: 126.98 },
}

export interface PageHome extends AsyncDisposable {
  /** The browser in a home, started when it is first asked for. */
  browserIn(home: Home): Promise<Browser>
  forward(home: Home, port: number): Promise<void>
  /** Starts the page of the router of a home, and a Minecraft server on its device. */
  startGame(home: Home): void
}

export async function openPageHome(homes: readonly Home[]): Promise<PageHome> {
  await using undo = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-page-home-'))
  undo.defer(() => rmSync(folder, { recursive: true, force: true }))
  const places = join(folder, 'places.mmdb')
  writeFileSync(places, smallMmdb(PLACES))
  const origins = Object.values(ORIGINS).join(',')
  const lab = undo.use(
    await startHomeLab({ homes, args: ['--port', String(PORT), '--public-origins', origins, '--city-db', places] }),
  )
  const owned = undo.move()
  const browsers = new Map<Home, Promise<Browser>>()
  return {
    async browserIn(home) {
      const browser = browsers.get(home) ?? startIn(home, lab, folder).then((started) => owned.use(started))
      browsers.set(home, browser)
      return browser
    },
    forward: lab.forward,
    startGame(home) {
      const job = (name: string) => [process.execPath, join(import.meta.dirname, '..', 'router', name)]
      const quiet = { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' } as const
      Bun.spawn(lab.insideRouter(home, job('form-page-job.ts')), quiet)
      Bun.spawn(lab.insideDevice(home, job('minecraft-job.ts')), quiet)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Playwright starts a program, so the command that starts Chromium on the device is a script. */
function startIn(home: Home, lab: HomeLab, folder: string): Promise<Browser & AsyncDisposable> {
  const executable = join(folder, `chromium-${home}`)
  const command = lab.insideDevice(home, [CHROMIUM]).map((word) => `'${word}'`)
  writeFileSync(executable, `#!/bin/sh\nexec ${command.join(' ')} "$@"\n`)
  chmodSync(executable, 0o755)
  const [four, six] = [serverAddress(home, 4), serverAddress(home, 6)]
  const args = [
    `--host-resolver-rules=MAP four.test ${four}, MAP six.test ${six}`,
    // Chromium treats the addresses of documentation as those of a local network.
    `--ip-address-space-overrides=${six}:${PORT}=public`,
  ]
  return openBrowser({ executable, args })
}
