import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Icon } from './icon.tsx'
import { usePageWords } from './words.ts'

interface Props {
  readonly text: string
  /** The words for what is copied. */
  readonly what: string
  /** More buttons. */
  readonly children?: ComponentChildren
}

/** Renders lines to read and to copy. */
export function Code({ text, what, children }: Props) {
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
  readonly what?: string
  /** The words on a button that stands among others. */
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
