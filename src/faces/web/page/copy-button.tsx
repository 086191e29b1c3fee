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
  const copy = () => {
    // Without HTTPS there is no clipboard to write to; the text can still be selected.
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => {},
    )
  }
  return (
    <button type="button" class="copy" onClick={copy} aria-label={what ? `${say('copy')}: ${what}` : say('copy')}>
      <Icon name={isCopied ? 'ok' : 'copy'} />
      <span aria-live="polite">{isCopied ? say('copied') : say('copy')}</span>
    </button>
  )
}
