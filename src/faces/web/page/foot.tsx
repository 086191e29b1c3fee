import { useRef, useState } from 'preact/hooks'
import type { Good } from '../../../contract/good.ts'
import { renderBlocks } from '../../text/blocks.ts'
import type { ToolAnswer } from './answers.ts'
import { asText } from './as-text.ts'
import { Code } from './code.tsx'
import { CopyButton } from './copy-button.tsx'
import { footText } from './foot.text.ts'
import { commandLine, curlLine } from './lines.ts'
import { timeOf } from './linked-result.tsx'
import { useOperations } from './lists.ts'
import { Share } from './share.tsx'
import { linkTo } from './use-route.ts'
import { useLocale, useSay } from './words.ts'

export interface FootProps {
  readonly answer: ToolAnswer
  readonly request: Readonly<Record<string, unknown>>
  /** Which findings of the tool are good. */
  readonly good: Good | null
}

/** Renders the ways out of a result: to other people, to paper, and to programs. */
export function Foot({ answer: { blocks = [], ...answer }, request, good }: FootProps) {
  const say = useSay(footText)
  const [isSharing, setSharing] = useState(false)
  const foot = useRef<HTMLElement>(null)
  const text = () => {
    const outcome = foot.current?.closest('.outcome')
    const end = say('from', { server: location.host, at: timeOf(answer) })
    return outcome ? asText(outcome, renderBlocks(blocks), end) : answer.headline
  }
  return (
    <section class="foot screen" aria-label={say('title')} ref={foot}>
      <div class="buttons">
        <button type="button" class="button" aria-expanded={isSharing} onClick={() => setSharing(!isSharing)}>
          {say('link')}
        </button>
        <CopyButton text={text} label={say('text')} />
        <button type="button" class="button" onClick={() => print()}>
          {say('print')}
        </button>
      </div>
      {isSharing ? <Share answer={answer} good={good} /> : null}
      <Programs answer={answer} request={request} />
    </section>
  )
}

/** Renders the result and its request for programs: one click each. */
function Programs({ answer, request }: Pick<FootProps, 'answer' | 'request'>) {
  const say = useSay(footText)
  const { tool } = answer
  const [isTyped, setTyped] = useState(false)
  const operation = useOperations(useLocale(), isTyped)?.find(({ name }) => name === tool) ?? null
  return (
    <div class="below">
      <Shown title={say('json')} text={() => JSON.stringify(answer, null, 2)} />
      <Shown title={say('curl')} text={() => curlLine(tool, request)} />
      <Shown title={say('cli')} text={() => commandLine(tool, request, operation)} opened={() => setTyped(true)} />
      <Shown title={say('request')} text={() => new URL(linkTo(tool, request), location.href.split('#')[0]).href} />
    </div>
  )
}

/** Renders a text that is made when it is opened. */
function Shown({ title, text, opened }: { title: string; text: () => string; opened?: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      name="below"
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
        opened?.()
      }}
    >
      <summary>{title}</summary>
      {isOpen ? <Code text={text()} what={title} /> : null}
    </details>
  )
}
