import { useRef, useState } from 'preact/hooks'
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

const SECOND_MS = 1000

export interface FootProps {
  readonly answer: ToolAnswer
  readonly request: Readonly<Record<string, unknown>>
}

/** Renders the ways out of a result: to other people, to paper, and to programs. */
export function Foot({ answer: { blocks = [], ...answer }, request }: FootProps) {
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
          {say('share')}
        </button>
        <CopyButton text={text} label={say('text')} />
        <button type="button" class="button" onClick={() => print()}>
          {say('print')}
        </button>
      </div>
      {isSharing ? <Share answer={answer} /> : null}
      <p class="quiet small">{say('at', { at: timeOf(answer), seconds: (answer.elapsedMs / SECOND_MS).toFixed(1) })}</p>
      <Programs answer={answer} request={request} />
    </section>
  )
}

/** Renders the result and its request for programs, which are written out when somebody opens them. */
function Programs({ answer, request }: Pick<FootProps, 'answer' | 'request'>) {
  const say = useSay(footText)
  const { tool } = answer
  const [isOpen, setOpen] = useState(false)
  const operation = useOperations(useLocale(), isOpen)?.find(({ name }) => name === tool) ?? null
  const texts = () => ({
    [say('request')]: new URL(linkTo(tool, request), location.href.split('#')[0]).href,
    [say('curl')]: curlLine(tool, request),
    [say('cli')]: commandLine(tool, request, operation),
    [say('json')]: JSON.stringify(answer, null, 2),
  })
  return (
    <details class="below" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{say('scripts')}</summary>
      {Object.entries(isOpen ? texts() : {}).map(([title, text]) => (
        <div key={title}>
          <p class="small quiet">{title}</p>
          <Code text={text} what={title} />
        </div>
      ))}
    </details>
  )
}
