import { isRecord } from '../../../contract/clean.ts'

/** Begins the names of all that is kept on this device alone. If the browser forbids that, values are forgotten, and nothing else changes. */
const PREFIX = 'doorstep:'

export function stored(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key)
  } catch {
    return null
  }
}

export function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key)
    else localStorage.setItem(PREFIX + key, value)
  } catch {}
}

export function storedFields(tool: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(stored(`tool:${tool}`) ?? '{}')
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}
