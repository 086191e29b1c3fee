import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Locale } from '../../../contract/text.ts'
import type { Request } from './answers.ts'
import type { askTool } from './ask.ts'
import { forgetRuns, type Run, remember, store } from './remembered.ts'
import { linkTo, nameInAddress } from './use-route.ts'
import { useLocale } from './words.ts'

export type Runner = ReturnType<typeof useRun>

/** The view of the home question: its part of the address, and the tool that answers it. */
export const CHECK = 'check'
const CHECK_TOOL = 'reachability'

/** Runs one request at a time for a view, and names it in the address; the next one ends the one before. */
export function useRun(view: string, first: () => Run | null, ask: typeof askTool) {
  const locale = useLocale()
  const [run, setRun] = useState(first)
  const running = useRef<AbortController | null>(null)
  const stop = () => running.current?.abort()
  useEffect(() => stop, [])
  const show = (next: Run | null) => {
    stop()
    running.current = null
    setRun(next)
  }
  return {
    run: useMemo(() => run && inLanguage(run, locale), [run, locale]),
    stop,
    show,
    /** Drops the run, and all that is kept of it: fields, result and address. */
    forget() {
      show(null)
      forgetRuns(view)
      store(`tool:${view === CHECK ? CHECK_TOOL : view}`, null)
      nameInAddress(view === CHECK ? '#' : `#${view}`, locale)
    },
    start(tool: string, request: Request) {
      stop()
      const controller = new AbortController()
      running.current = controller
      nameInAddress(linkTo(view, request), locale)
      let now: Run = { tool, request, locale, events: [], ending: null }
      const proceed = (next: Partial<Run>) => {
        now = { ...now, ...next }
        if (running.current !== controller) return
        setRun(now)
        if (now.ending) remember(view, now)
      }
      proceed({})
      const report = (event: unknown) => proceed({ events: [...now.events, event] })
      void ask(tool, request, { locale, signal: controller.signal, report }).then((ending) => proceed({ ending }))
    },
  }
}

/** Returns a run in a language, if its answer came in that one too. */
export function inLanguage(run: Run, locale: Locale): Run {
  if (run.locale === locale || run.ending?.kind !== 'answered' || !run.ending.other) return run
  const { answer, other } = run.ending
  return { ...run, locale, ending: { kind: 'answered', answer: other, other: answer } }
}
