import { Database, SQLiteError } from 'bun:sqlite'
import { join } from 'node:path'

const LOCK_FILE = 'update.lock'

/**
 * Keeps a second update out of a folder while one is at work; null if one is. The library locks as its databases do, on every system, and
 * the system itself takes the lock back from a process that ends, however it ends.
 */
export function lockFolder(folder: string): Disposable | null {
  const file = new Database(join(folder, LOCK_FILE))
  try {
    file.run('BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    if (error instanceof SQLiteError && error.code === 'SQLITE_BUSY') return null
    throw error
  }
  return { [Symbol.dispose]: () => file.close() }
}
