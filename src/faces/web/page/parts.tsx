// The small parts that every view is drawn of.
import { type ComponentChildren, Fragment } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { goodIn } from '../../../contract/good.ts'
import type { Entry } from './ask.ts'
import { usePageWords } from './words.ts'

/** Text between back quotes in a sentence is for programs: a name, a value, a command. */
const QUOTED = /`([^`]+)`/

/** Renders a sentence of the server, with what is for programs set apart. */
export function Prose({ text }: { text: string }) {
  // Every second part was between quotes.
  return <>{text.split(QUOTED).map((part, index) => (index % 2 === 1 ? <Quoted key={index} text={part} /> : part))}</>
}

export function Paragraph({ look, text }: { look?: string; text: string }) {
  return (
    <p class={look}>
      <Prose text={text} />
    </p>
  )
}

/** Lines break between words, never after the hyphen of a flag. */
function Quoted({ text }: { text: string }) {
  const words = text.split(' ')
  if (words.length === 1) return <code>{text}</code>
  return (
    <code>
      {words.map((word, index) => (
        <Fragment key={index}>
          {index === 0 ? null : ' '}
          <span>{word}</span>
        </Fragment>
      ))}
    </code>
  )
}

/** Paths of the icons, in a box of 16 by 16 with a line of 1.6, in the colour of the text. */
const SHAPES = {
  ok: 'M3.5 8.5l3 3 6-7',
  problem: 'M4.5 4.5l7 7m0-7l-7 7',
  unknown: 'M6 6.2c0-1.3.9-2.2 2.1-2.2 1.2 0 2 .8 2 1.9 0 1.6-2 1.7-2 3.300m0 2.600v.2',
  warning: 'M8 3.500v5.5m0 3v.1',
  skipped: 'M4.5 8h7',
  waiting: 'M8 8v.1',
  next: 'M3.5 8h9m-3.5-3.500L12.5 8 9 11.5',
  back: 'M12.5 8h-9m3.5-3.500L3.5 8 7 11.5',
  copy: 'M6 6h7v7H6zM10 6V3H3v7h3',
} as const
export type IconName = keyof typeof SHAPES

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={SHAPES[name]} />
    </svg>
  )
}

/** Mark of a result: good news, bad news, or something that could not be told. */
export type Mark = 'good' | 'bad' | 'unknown'

/** The fields of plans, which check nothing, so that what they leave open is no doubt. */
const OF_PLANS = ['forwardingWorks', 'routeTargets']

/** Returns the mark of an answer; null for a plan that is one. */
export function markOf(answer: object): Mark | null {
  const good = goodIn(answer)
  if (good === null) return OF_PLANS.some((field) => field in answer) ? null : 'unknown'
  return good ? 'good' : 'bad'
}

const MARK_ICONS = { good: 'ok', bad: 'problem', unknown: 'unknown' } as const satisfies Record<Mark, IconName>

/** Renders a mark with its colour and its shape; the words beside it say the same. */
export function Tick({ mark, children }: { mark: Mark | null | undefined; children?: ComponentChildren }) {
  if (!mark) return null
  return (
    <span class={`step-${MARK_ICONS[mark]}`} aria-hidden="true">
      <span class="tick">{children ?? <Icon name={MARK_ICONS[mark]} />}</span>
    </span>
  )
}

/** Classes of a headline by its mark. */
export const MARK_CLASSES = { good: 'verdict-reachable', bad: 'verdict-blocked', unknown: 'verdict-cannot-tell' } as const

interface HeadProps {
  readonly id?: string
  /** Null where nothing is judged, or nothing is known yet. */
  readonly mark: Mark | null
  /** The line below the headline. */
  readonly note?: ComponentChildren
  readonly children: ComponentChildren
}

/** Renders the head of a result: its mark and its finding in one sentence. */
export function Head({ id, mark, note, children }: HeadProps) {
  return (
    <header class="head">
      <Tick mark={mark}>{mark === 'bad' ? <Icon name="warning" /> : null}</Tick>
      <div>
        <h2 id={id} tabIndex={id ? -1 : undefined} class={mark ? `verdict ${MARK_CLASSES[mark]}` : 'verdict'}>
          {children}
        </h2>
        {note ? <p class="quiet small">{note}</p> : null}
      </div>
    </header>
  )
}

export type Fact = readonly [label: string, value: ComponentChildren]

/** Renders what is known, each with its label; what is not known is left out. `look` is the class of the list. */
export function Facts({ facts, look = 'values' }: { readonly facts: readonly Fact[]; readonly look?: string }) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '')
  if (known.length === 0) return null
  return (
    <dl class={look}>
      {known.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface PartProps {
  /** The id of its title. */
  readonly id?: string
  readonly title: ComponentChildren
  readonly isOpen?: boolean
  /** Whether its contents are only drawn when somebody opens it. */
  readonly isLazy?: boolean
  readonly look?: string
  readonly children: ComponentChildren
}

/** Renders a part that is folded away, unless it is what a reader needs first. */
export function Part({ id, title, isOpen = false, isLazy = false, look = 'part', children }: PartProps) {
  const [isDrawn, setDrawn] = useState(isOpen || !isLazy)
  return (
    <details class={look} open={isOpen} onToggle={({ currentTarget }) => currentTarget.open && setDrawn(true)}>
      <summary id={id}>{title}</summary>
      {isDrawn ? children : null}
    </details>
  )
}

export function Names({ id, entries }: { id: string; entries: readonly Entry[] }) {
  return (
    <datalist id={id}>
      {entries.map((entry) => (
        <option key={entry.id} value={entry.name} />
      ))}
    </datalist>
  )
}

interface ButtonProps {
  readonly label: ComponentChildren
  /** Its class. */
  readonly look?: string
  press(): void
  readonly [attribute: string]: unknown
}

export function Button({ label, look = 'button', press, ...more }: ButtonProps) {
  return (
    <button type="button" class={look} onClick={() => press()} {...more}>
      {label}
    </button>
  )
}

/** Renders lines to read and to copy; `what` are the words for them, and the children are more buttons. */
export function Code({ text, what, children }: { text: string; what: string; children?: ComponentChildren }) {
  return (
    <div class="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard */}
      <pre tabIndex={0}>{text}</pre>
      <CopyButton text={text} what={what} />
      {children}
    </div>
  )
}

/** Renders something that may be wider than the page. */
export function Wide({ children }: { children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
    <div class="scroll" tabIndex={0}>
      {children}
    </div>
  )
}

const SHOWN_MS = 2000

interface Copied {
  /** A function where the text is only made to be copied. */
  readonly text: string | (() => string)
  /** The words for what is copied. */
  readonly what?: string
  /** The label on a button that stands among others. */
  readonly label?: string
}

/** Copies a text by one click, and says so. */
export function CopyButton({ text, what, label }: Copied) {
  const say = usePageWords()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = (button: HTMLElement) => {
    const copied = typeof text === 'string' ? text : text()
    if (!navigator.clipboard) return setCopied(copySelected(copied, button))
    navigator.clipboard.writeText(copied).then(
      () => setCopied(true),
      () => {},
    )
  }
  return (
    <button
      type="button"
      class={label ? 'button' : 'copy'}
      onClick={({ currentTarget }) => copy(currentTarget)}
      aria-label={label ?? (what ? `${say('copy')}: ${what}` : say('copy'))}
    >
      <Icon name={isCopied ? 'ok' : 'copy'} />
      <span aria-live="polite">{isCopied ? say('copied') : (label ?? say('copy'))}</span>
    </button>
  )
}

/** Copies by selecting: over plain HTTP there is no clipboard to write to. */
function copySelected(text: string, button: HTMLElement): boolean {
  const field = document.createElement('textarea')
  field.className = 'hidden'
  field.value = text
  button.after(field)
  field.select()
  // The only way without HTTPS, and every browser still has it.
  const isDone = document.execCommand('copy')
  field.remove()
  button.focus()
  return isDone
}

const COMMAND = 'doorstep home'

/** Renders the command that looks from inside, where this server cannot look from outside; before it, the children. */
export function AtHomeHint({ children }: { children?: ComponentChildren }) {
  const say = usePageWords()
  return (
    <div class="at-home">
      {children}
      <Paragraph text={say('at-home.run')} />
      <p class="command">
        <code>{COMMAND}</code> <CopyButton text={COMMAND} what={COMMAND} />
      </p>
    </div>
  )
}
