import type { ToolAnswer } from './answers.ts'
import { CopyButton } from './copy-button.tsx'
import { commandLine, curlLine } from './lines.ts'
import { linkTo } from './use-route.ts'
import { useToolWords } from './words.ts'

/** Renders the same result for programs and for other people: one click each. */
export function Below({ answer, request }: { answer: ToolAnswer; request: Readonly<Record<string, unknown>> }) {
  const say = useToolWords()
  const { tool } = answer
  const link = () => new URL(linkTo(tool, request), location.href.split('#')[0]).href
  return (
    <div class="below">
      <Shown title={say('result.json')} text={() => JSON.stringify(answer, null, 2)} />
      <Shown title={say('result.curl')} text={() => curlLine(tool, request)} />
      <Shown title={say('result.cli')} text={() => commandLine(tool, request)} />
      <Shown title={say('result.link')} text={link} />
    </div>
  )
}

/** Renders a text that is made when it is opened. */
function Shown({ title, text }: { title: string; text: () => string }) {
  const shown = typeof location === 'undefined' ? '' : text()
  return (
    <details name="below">
      <summary>{title}</summary>
      <div class="code">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard */}
        <pre tabIndex={0}>{shown}</pre>
        <CopyButton text={shown} what={title} />
      </div>
    </details>
  )
}
