import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { isRecord } from '../../../contract/clean.ts'
import { LOCALES, type Locale } from '../../../contract/text.ts'
import type { Ending, Request } from './answers.ts'
import { AskTool } from './ask.ts'
import { linkTo, nameInAddress } from './use-route.ts'
import { useLocale } from './words.ts'

/** A request and what has come of it. */
export interface Run {
  readonly tool: string
  readonly request: Request
  /** The language of what came back. */
  readonly locale: Locale
  readonly events: readonly unknown[]
  /** Null while it runs. */
  readonly ending: Ending | null
  /** Whether a reload or the history brought it back. */
  readonly isRestored?: boolean
}

/** Names what this tab keeps until it is closed: its last results, the newest first. If the browser forbids that, nothing is restored. */
const KEY = 'doorstep:runs'
const RUNS_MAX = 12
/** The most that is kept, in characters. */
const TEXT_MAX = 400_000

interface Kept {
  readonly view: string
  /** The whole address of the page's script: another version may not be able to draw it, and at another path it is another server's. */
  readonly page: string | null
  readonly run: Run
}

/** Keeps the end of a run for a reload and for the history; one without an answer or a refusal is not kept. */
export function remember(view: string, run: Run): void {
  const kind = run.ending?.kind
  if (kind !== 'answered' && kind !== 'refused') return
  const link = linkTo(view, run.request)
  keep([{ view, page: pageFile(), run }, ...kept().filter((one) => linkTo(one.view, one.run.request) !== link)])
}

/** Forgets all results of a view. */
export function forgetRuns(view: string): void {
  keep(kept().filter((one) => one.view !== view))
}

/** Returns the last run of a view that was of exactly these fields. */
export function remembered(view: string, fields: URLSearchParams): Run | null {
  const found = kept().find((one) => one.view === view && isOf(one.run, view, fields))
  return found ? { ...found.run, isRestored: true } : null
}

/** Returns whether a run was of these fields of a link. */
export function isOf({ request }: Run, view: string, fields: URLSearchParams): boolean {
  return fields.size > 0 && linkTo(view, request) === `#${view}?${fields}`
}

function keep(all: readonly Kept[]): void {
  try {
    let runs = all.slice(0, RUNS_MAX)
    let text = JSON.stringify(runs)
    for (; text.length > TEXT_MAX; text = JSON.stringify(runs)) runs = runs.slice(0, -1)
    sessionStorage.setItem(KEY, text)
  } catch {}
}

function kept(): readonly Kept[] {
  try {
    const all: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(all) ? all.filter(isKept) : []
  } catch {
    return []
  }
}

/** Returns whether this page wrote it, as far as drawings rely on. */
function isKept(value: unknown): value is Kept {
  if (!isRecord(value) || value.page !== pageFile() || typeof value.view !== 'string' || !isRecord(value.run)) return false
  const { tool, request, events, locale, ending } = value.run
  const { kind, answer, problem } = isRecord(ending) ? ending : {}
  const isEnded = kind === 'answered' ? isRecord(answer) : kind === 'refused' && isRecord(problem)
  return (
    isEnded && typeof tool === 'string' && isRecord(request) && Array.isArray(events) && LOCALES.some((one) => one === locale)
  )
}

function pageFile(): string | null {
  return document.querySelector<HTMLScriptElement>('script[src]')?.src ?? null
}

export type Runner = ReturnType<typeof useRun>

/** The view of the home question: its part of the address, and the tool that answers it. */
export const CHECK = 'check'
export const CHECK_TOOL = 'reachability'

/** Runs one request at a time for a view, and names it in the address; the next one ends the one before. */
export function useRun(view: string, first: () => Run | null) {
  const ask = useContext(AskTool)
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
function inLanguage(run: Run, locale: Locale): Run {
  if (run.locale === locale || run.ending?.kind !== 'answered' || !run.ending.other) return run
  const { answer, other } = run.ending
  return { ...run, locale, ending: { kind: 'answered', answer: other, other: answer } }
}

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
