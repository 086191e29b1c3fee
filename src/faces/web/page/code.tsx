import type { ComponentChildren } from 'preact'
import { CopyButton } from './copy-button.tsx'

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
