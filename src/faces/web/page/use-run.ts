import { useEffect, useRef, useState } from 'preact/hooks'
import type { Locale } from '../../../contract/text.ts'
import type { askTool, Ending } from './ask.ts'

/** A request and what has come of it. */
export interface Run {
  readonly tool: string
  readonly request: Readonly<Record<string, unknown>>
  /** The language of what came back. */
  readonly locale: Locale
  readonly events: readonly unknown[]
  /** Null while it runs. */
  readonly ending: Ending | null
}

export interface Runner {
  readonly run: Run | null
  start(tool: string, request: Readonly<Record<string, unknown>>): void
  stop(): void
  forget(): void
}

/** Runs one request at a time; the next one ends the one before. */
export function useRun(locale: Locale, initial: Run | null, ask: typeof askTool): Runner {
  const [run, setRun] = useState(initial)
  const running = useRef<AbortController | null>(null)
  const stop = () => running.current?.abort()
  useEffect(() => stop, [])
  return {
    run,
    stop,
    forget() {
      stop()
      setRun(null)
    },
    start(tool, request) {
      stop()
      const controller = new AbortController()
      running.current = controller
      const isCurrent = () => running.current === controller
      let now: Run = { tool, request, locale, events: [], ending: null }
      const show = (next: Run) => {
        now = next
        if (isCurrent()) setRun(next)
      }
      show(now)
      const report = (event: unknown) => show({ ...now, events: [...now.events, event] })
      void ask(tool, request, { locale, signal: controller.signal, report }).then((ending) => show({ ...now, ending }))
    },
  }
}
