// Things that the tests of a file share: made once, and given back after the last of them; in a `describe`, after the last of that.
import { afterAll } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openHosts, openLoopback } from './net/network.ts'
import { type Server, type Start, startServer } from './server.ts'

/** The time that a lab of many machines takes to end. */
const END_TIMEOUT_MS = 60_000

/**
 * Returns a function that always returns the same thing, which is made when a test first asks for it. The thing is disposed of, and what its
 * maker has given to `owned`.
 */
export function shared<Thing extends object>(make: (owned: AsyncDisposableStack) => Promise<Thing>): () => Promise<Thing> {
  const owned = new AsyncDisposableStack()
  let made: Promise<Thing> | undefined
  afterAll(async () => {
    const thing = await made?.catch(() => undefined)
    if (thing !== undefined && Symbol.asyncDispose in thing) owned.use(thing as AsyncDisposable)
    await owned.disposeAsync()
  }, END_TIMEOUT_MS)
  return () => (made ??= make(owned))
}

/** Starts a real server at once. */
export async function sharedServer(start?: Start): Promise<Server> {
  const server = await startServer(start)
  afterAll(() => server[Symbol.asyncDispose]())
  return server
}

/** Makes an empty folder at once, and returns its path. */
export function sharedFolder(name: string): string {
  const path = mkdtempSync(join(tmpdir(), `doorstep-${name}-`))
  afterAll(() => rmSync(path, { recursive: true }))
  return path
}

/** Lets the tests connect to some hosts; by default to loopback. */
export function shareHosts(hosts?: readonly string[]): void {
  afterAll(hosts === undefined ? openLoopback() : openHosts(hosts))
}
