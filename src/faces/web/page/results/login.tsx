import type { LoginRoute } from '../answers.ts'
import { CopyButton } from '../copy-button.tsx'
import { Prose } from '../prose.tsx'
import { toolText } from '../tool.text.ts'
import { useSay } from '../words.ts'
import { Notes } from './part.tsx'

/** Renders which box to log in to, in which order, what to expect there, and what to do if that fails. */
export function LoginGuide({ answer: { routeTargets, topologyReason, nextActions } }: { answer: LoginRoute }) {
  return (
    <>
      <ol class="route">
        {routeTargets.map((target) => (
          <RouteTarget key={target.order} target={target} steps={nextActions} />
        ))}
      </ol>
      <p class="quiet">
        <Prose text={topologyReason} />
      </p>
    </>
  )
}

/** Renders what helps where no page opens. */
export function LoginNotes({ answer: { routeTargets, checklist, stickerHints, warnings } }: { answer: LoginRoute }) {
  const say = useSay(toolText)
  return (
    <>
      {/* It begins with how a device shows the address that no card has. */}
      <Notes title={say('login.checklist')} notes={checklist} isOpen={routeTargets[0]?.url === null} />
      <Notes title={say('login.label')} notes={stickerHints} />
      <Notes title={say('login.warnings')} notes={warnings} />
    </>
  )
}

interface TargetProps {
  readonly target: LoginRoute['routeTargets'][number]
  /** The steps beside the cards: what they say and open is not repeated. */
  readonly steps: LoginRoute['nextActions']
}

function RouteTarget({ target, steps }: TargetProps) {
  const say = useSay(toolText)
  const { label, reason, handoff } = target
  const { url, app, expect, ifFails } = handoff
  const isOffered = steps.some((step) => step.url === url)
  return (
    <li>
      <h3>{label}</h3>
      <p class="quiet">
        <Prose text={reason} />
      </p>
      {url === null ? null : (
        <p class="open">
          <a class={isOffered ? 'mono' : 'button main'} href={url} rel="noreferrer" target="_blank">
            {isOffered ? url : `${say('login.open')} ${url}`}
          </a>
          <CopyButton text={url} what={url} />
        </p>
      )}
      {url === null && app !== null ? <p class="mono">{app}</p> : null}
      {steps.some(({ text }) => text.includes(expect)) ? null : (
        <p>
          <strong>{say('login.expect')}:</strong> <Prose text={expect} />
        </p>
      )}
      <p>
        <strong>{say('login.fails')}:</strong> <Prose text={ifFails} />
      </p>
    </li>
  )
}
