// The page behind nginx, under a path of somebody else's site.
import { expect } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { labTest } from '../support/lab.ts'
import { freePort } from '../support/network.ts'
import { openBrowser, visit } from '../support/page.ts'
import { startNginx } from '../support/proxies.ts'
import { startServer } from '../support/server.ts'

labTest(
  'under a prefix, everything that the page loads and asks is found',
  { programs: ['chromium', 'nginx'] },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'doorstep-prefix-'))
    await using undo = new AsyncDisposableStack()
    undo.defer(() => rmSync(folder, { recursive: true }))
    const server = undo.use(await startServer({ args: ['--trusted-proxies', '127.0.0.1', '--allow-targets', '127.0.0.0/8'] }))
    const port = freePort()
    const also = `location /tools/net/ { proxy_pass http://127.0.0.1:${server.port}/; proxy_set_header X-Forwarded-For $remote_addr; }`
    undo.use(startNginx(folder, { upstream: server.port, addresses: ['127.0.0.1'], port, also }))
    const url = `http://127.0.0.1:${port}/tools/net/`
    while (!(await fetch(url).catch(() => null))) await Bun.sleep(20)
    const browser = undo.use(await openBrowser())
    const { page, said } = await visit(browser, url, { from: null })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.fill('#subject', '1')
    await page.click('.ask button')
    await page.waitForSelector('.next')
    await page.goto(`${url}#port-check?port=1`)
    await page.waitForSelector('.form')
    await page.click('.form .main')
    await page.waitForSelector('.below')
    await page.click('.language')
    await page.waitForFunction(() => document.querySelector('.lead')?.textContent?.includes('확인합니다'))
    await page.reload()
    await page.waitForSelector('.form')
    expect(asked.filter((path) => !path.startsWith('/tools/net/'))).toEqual([])
    expect(asked).toContain('/tools/net/api/tools/reachability')
    expect(said).toEqual([])
  },
  120_000,
)
