// A browser in a home on the small internet of home-lab.ts, and the compiled server outside.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { HOME_LAB_NEEDS, type HomeLab, serverAddress, startHomeLab } from './home-lab.ts'
import { smallMmdb } from './mmdb.ts'
import { BROWSER_NEEDS, openBrowser } from './page.ts'
import { EXECUTABLE } from './server.ts'

export const PAGE_HOME_NEEDS = { programs: [...HOME_LAB_NEEDS.programs, ...BROWSER_NEEDS.programs], root: true }

/** The home of the browser, behind three routers of its provider and one that translates. */
const HOME = 'far'
const PORT = 8600
/** The origins of the server, one for each family. */
export const ORIGINS = { 4: `http://four.test:${PORT}`, 6: `http://six.test:${PORT}` } as const

/** Where the routers on the way are, so that there is something to draw on the map. */
const PLACES = {
  '198.18.41.0/24': { country_code: 'JP', city: 'Tokyo', latitude: 35.69, longitude: 139.69 },
  '198.18.42.0/24': { country_code: 'KR', city: 'Busan', latitude: 35.1, longitude: 129.04 },
  '198.18.43.0/24': { country_code: 'KR', city: 'Seoul', latitude: 37.57, longitude: 126.98 },
}

export interface PageHome extends AsyncDisposable {
  readonly browser: Browser
  readonly lab: HomeLab
  forward(port: number): Promise<void>
}

export async function openPageHome(): Promise<PageHome> {
  await using undo = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-page-home-'))
  undo.defer(() => rmSync(folder, { recursive: true, force: true }))
  const places = join(folder, 'places.mmdb')
  writeFileSync(places, smallMmdb(PLACES))
  const lab = undo.use(
    await startHomeLab({
      homes: [HOME],
      command: [EXECUTABLE],
      args: ['--port', String(PORT), '--public-origins', Object.values(ORIGINS).join(','), '--city-db', places],
    }),
  )
  const executable = join(folder, 'chromium')
  const command = lab.insideDevice(HOME, ['chromium']).map((word) => `'${word}'`)
  writeFileSync(executable, `#!/bin/sh\nexec ${command.join(' ')} "$@"\n`)
  chmodSync(executable, 0o755)
  const [four, six] = [serverAddress(HOME, 4), serverAddress(HOME, 6)]
  const args = [
    `--host-resolver-rules=MAP four.test ${four}, MAP six.test ${six}`,
    // Chromium takes the addresses of documentation for those of a local network.
    `--ip-address-space-overrides=${six}:${PORT}=public`,
  ]
  const browser = undo.use(await openBrowser({ executable, args }))
  const owned = undo.move()
  return {
    browser,
    lab,
    forward: (port) => lab.forward(HOME, port),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
