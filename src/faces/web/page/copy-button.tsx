import { useEffect, useState } from 'preact/hooks'
import { Icon } from './icon.tsx'
import { usePageWords } from './words.ts'

const SHOWN_MS = 2000

interface Props {
  /** A function where the text is only made to be copied. */
  readonly text: string | (() => string)
  readonly what?: string
  /** The words on a button that stands among others. */
  readonly label?: string
}

/** Copies a text by one click, and says so. */
export function CopyButton({ text, what, label }: Props) {
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
