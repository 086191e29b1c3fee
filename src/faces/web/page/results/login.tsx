import type { LoginRoute } from '../answers.ts'
import { CopyButton } from '../copy-button.tsx'
import { Prose } from '../prose.tsx'
import { useToolWords } from '../words.ts'

/** Renders which box to log in to, in which order, what to expect there, and what to do if that fails. */
export function LoginResult({ answer }: { answer: LoginRoute }) {
  const say = useToolWords()
  const { routeTargets, checklist, stickerHints, warnings, topologyReason } = answer
  return (
    <>
      <p class="lead">
        <Prose text={topologyReason ?? ''} />
      </p>
      <ol class="route">
        {routeTargets.map((target) => (
          <RouteTarget key={target.order} target={target} />
        ))}
      </ol>
      <Notes title={say('login.checklist')} notes={checklist} />
      <Notes title={say('login.label')} notes={stickerHints} />
      <Notes title={say('login.warnings')} notes={warnings} />
    </>
  )
}

function RouteTarget({ target }: { target: LoginRoute['routeTargets'][number] }) {
  const say = useToolWords()
  const { label, reason, handoff } = target
  const { url, app, expect, ifFails } = handoff
  return (
    <li>
      <h3>{label}</h3>
      <p>
        <Prose text={reason} />
      </p>
      {url === null ? null : (
        <p class="open">
          <a class="button main" href={url} rel="noreferrer" target="_blank">
            {say('login.open')} {url}
          </a>
          <CopyButton text={url} what={url} />
        </p>
      )}
      {url === null && app !== null ? <p class="mono">{app}</p> : null}
      <p>
        <strong>{say('login.expect')}:</strong> <Prose text={expect} />
      </p>
      <p>
        <strong>{say('login.fails')}:</strong> <Prose text={ifFails} />
      </p>
    </li>
  )
}

function Notes({ title, notes }: { title: string; notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <details class="part">
      <summary>{title}</summary>
      <ul>
        {notes.map((note) => (
          <li key={note}>
            <Prose text={note} />
          </li>
        ))}
      </ul>
    </details>
  )
}
