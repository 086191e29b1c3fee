import type { ComponentChildren } from 'preact'
import { Icon } from '../icon.tsx'
import { namesText } from '../names.text.ts'
import { UNTRANSLATED } from '../untranslated.ts'
import { useSay } from '../words.ts'

/** Outcome of a comparison. */
export type Match = 'ok' | 'problem' | 'unknown'

/** Renders a mark with its colour and its shape, or with a sign; `label` is for those who see neither. */
export function Tick({ mark, label, sign }: { mark: Match; label: string; sign?: string }) {
  return (
    <span class={`step-${mark}`}>
      <span class="tick" aria-hidden="true">
        {sign ?? <Icon name={mark} />}
      </span>
      <span class="hidden">{label}</span>
    </span>
  )
}

interface Side {
  readonly label: string
  readonly values: readonly string[]
  /** Drawn where there are no values, or below them. */
  readonly note?: ComponentChildren
}

const SIGNS = { ok: '=', problem: '≠', unknown: '?' } as const

/** Renders two things that ought to be the same, with what came of the comparison between them. */
export function Pair({ left, right, mark }: { left: Side; right: Side; mark: Match }) {
  const say = useSay(namesText)
  return (
    <div class="pair">
      <SideBox {...left} />
      <Tick mark={mark} label={say(`pair.${mark}`)} sign={SIGNS[mark]} />
      <SideBox {...right} />
    </div>
  )
}

function SideBox({ label, values, note }: Side) {
  return (
    <div class="pair-side">
      <p class="quiet small">{label}</p>
      <Values values={values} />
      {note ? <p class="small">{note}</p> : null}
    </div>
  )
}

/** Renders addresses, names or other data as they are, one below the other; those that are `strange` stand out. */
export function Values({ values, strange = [] }: { values: readonly string[]; strange?: readonly string[] }) {
  if (values.length === 0) return null
  return (
    <ul class="data" {...UNTRANSLATED}>
      {values.map((value) => (
        <li key={value}>{strange.includes(value) ? <mark>{value}</mark> : value}</li>
      ))}
    </ul>
  )
}
