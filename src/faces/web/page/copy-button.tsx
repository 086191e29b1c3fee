import { useEffect, useState } from 'preact/hooks'
import { Icon } from './icon.tsx'
import { usePageWords } from './words.ts'

const SHOWN_MS = 2000

/** Copies a text by one click, and says so. */
export function CopyButton({ text, what }: { text: string; what?: string }) {
  const say = usePageWords()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = (button: HTMLElement) => {
    if (!navigator.clipboard) return setCopied(copySelected(text, button))
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => {},
    )
  }
  return (
    <button
      type="button"
      class="copy"
      onClick={({ currentTarget }) => copy(currentTarget)}
      aria-label={what ? `${say('copy')}: ${what}` : say('copy')}
    >
      <Icon name={isCopied ? 'ok' : 'copy'} />
      <span aria-live="polite">{isCopied ? say('copied') : say('copy')}</span>
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
