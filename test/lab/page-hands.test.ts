// The page by the keyboard alone, and by ear. Nothing leaves this machine.
import { describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserAndServer, browserTest, HOME, LOOPBACK_CHECKED, opening, visit } from '../support/page/page.ts'

const world = browserAndServer({ args: LOOPBACK_CHECKED })

const open = opening(world)

/** Returns what has the focus, and whether that is visible. */
function focused(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return { what: '', isSeen: true }
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const isInside = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
    const what = element.id || element.getAttribute('href') || element.className || element.tagName
    return { what, isSeen: isInside && getComputedStyle(element).outlineStyle !== 'none' }
  })
}

describe('by the keyboard alone', () => {
  browserTest('the tab key leads through everything in its order, and what has the focus shows it', async () => {
    const { page } = await open('', { size: { width: 900, height: 600 } })
    const walked: string[] = []
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab')
      const { what, isSeen } = await focused(page)
      if (what === '' || (walked.length > 0 && what === walked[0])) break
      expect([what, isSeen]).toEqual([what, true])
      walked.push(what)
    }
    expect(walked.slice(0, 9)).toEqual(['#main', '#home', '#home', '#tools', '#api', 'SELECT', '?lang=ko', 'copy', 'subject'])
    const tools = walked.filter((what) => /^#[a-z]+(-[a-z]+)*$/.test(what)).slice(5)
    expect(tools.slice(0, 2)).toEqual(['#reachability', '#port-check'])
    expect(tools).toHaveLength(16)
    expect(walked.at(-1)).toStartWith('https://')
  })

  browserTest('the first link skips to the content of any view, and leaves the view', async () => {
    const { page } = await open('#ping')
    await page.waitForSelector('.form')
    await page.focus('.skip')
    expect((await focused(page)).isSeen).toBe(true)
    await page.keyboard.press('Enter')
    expect((await focused(page)).what).toBe('main')
    expect(new URL(page.url()).hash).toBe('#ping')
    await page.keyboard.press('Tab')
    expect((await focused(page)).what).toBe('#tools')
    await page.keyboard.press('Tab')
    expect((await focused(page)).what).toBe('field-host')
  })

  browserTest('folded parts open and close, a list is searched, and Escape clears the search', async () => {
    const { page } = await open()
    await page.focus('.more summary')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect((await focused(page)).what).toBe('reach-routerBrand')
    await page.waitForFunction(() => document.querySelectorAll('#routers option').length > 20)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Space')
    expect(await page.locator('.more').getAttribute('open')).toBeNull()
    await page.focus('.tools input')
    await page.keyboard.type('certificate')
    expect(await page.locator('.group a').count()).toBe(2)
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.querySelectorAll('.group a').length === 16)
  })
})

const BETWEEN_EVENTS_MS = 150

/** Passes on to a server, and lets the events of streams come one at a time. */
function slowly(port: number) {
  return Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const { method, headers, body } = request
      const reply = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, { method, headers, body })
      const type = reply.headers.get('content-type') ?? ''
      if (!type.startsWith('text/event-stream'))
        return new Response(await reply.arrayBuffer(), { headers: { 'content-type': type } })
      const events = (await reply.text()).split('\n\n').filter(Boolean)
      const stream = new ReadableStream<string>({
        async start(controller) {
          for (const event of events) {
            controller.enqueue(`${event}\n\n`)
            await Bun.sleep(BETWEEN_EVENTS_MS)
          }
          controller.close()
        },
      })
      return new Response(stream, { headers: { 'content-type': type } })
    },
  })
}

describe('by ear', () => {
  browserTest('each step is announced as it comes, then the verdict', async () => {
    const { browser, server } = await world()
    await using slow = slowly(server.port)
    const { page } = await visit(browser, `http://127.0.0.1:${slow.port}/`, { from: HOME })
    await page.evaluate(() => {
      const heard: string[] = []
      Object.assign(globalThis, { heard })
      const listen = () => {
        for (const { textContent } of document.querySelectorAll('[role=status], [role=alert], [role=log] > p')) {
          const text = textContent?.trim() ?? ''
          if (text !== '' && !heard.includes(text)) heard.push(text)
        }
      }
      new MutationObserver(listen).observe(document.body, { subtree: true, childList: true, characterData: true })
    })
    await page.fill('#subject', '1')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.next')
    // A seam: the function above has put it there.
    const heard = await page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)
    const order = [
      'Checking…',
      'Address: ',
      'Router and provider: ',
      'Host name: ',
      'Port: Problem. ',
      'TCP port 1 is refused at ',
    ]
    expect(order.map((start) => heard.findIndex((text) => text.startsWith(start)))).toEqual([0, 1, 2, 3, 4, heard.length - 1])
    expect(heard.at(-1)).toContain('127.0.0.9 itself')
  })
})
