import { type FSWatcher, statSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'

/** For systems that do not report changes (some network drives, some containers). */
const LOOK_EVERY_MS = 15_000
/** A file that was just replaced is looked at once. */
const SETTLE_MS = 50

/** Calls back whenever the file at a path is replaced, or appears. Returns a function that ends that. */
export function watchFile(path: string, changed: () => void, lookEveryMs = LOOK_EVERY_MS): () => void {
  let known = markOf(path)
  let watcher: FSWatcher | null = null
  let settling: Timer | undefined
  const look = () => {
    watcher ??= watchFolder(dirname(path), hear, forget)
    const mark = markOf(path)
    if (mark === known) return
    known = mark
    changed()
  }
  const hear = (name: string | null) => {
    if (name !== null && name !== basename(path)) return
    clearTimeout(settling)
    settling = setTimeout(look, SETTLE_MS)
  }
  const forget = () => {
    watcher?.close()
    watcher = null
  }
  const timer = setInterval(look, lookEveryMs)
  timer.unref()
  watcher = watchFolder(dirname(path), hear, forget)
  return () => {
    clearInterval(timer)
    clearTimeout(settling)
    forget()
  }
}

/** Watches a folder; null if it cannot be watched, or is not there yet. */
function watchFolder(folder: string, hear: (name: string | null) => void, failed: () => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, (_, name) => hear(name))
    watcher.on('error', failed)
    return watcher
  } catch {
    return null
  }
}

/** Returns a mark that differs whenever a file was replaced; empty if there is none. */
function markOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeMs}` : ''
}
