import type { ComponentChild } from 'preact'
import type { Plan } from '../answers.ts'
import { CopyButton } from '../copy-button.tsx'
import { PlanForm } from '../plan-form.tsx'
import { Prose } from '../prose.tsx'
import { useToolWords } from '../words.ts'

/** Renders a plan among what a step found. */
export function planIn(result: Readonly<Record<string, unknown>> | null): Plan | null {
  // A seam: what has rules is a plan, by the schema of the tool.
  return result !== null && Array.isArray(result.rules) ? (result as unknown as Plan) : null
}

export function PlanResult({ answer }: { answer: Plan }) {
  const say = useToolWords()
  const { alternatives, commands, undo, ipv6, securityNotes, saferAlternative, forwardingWorks, notes = [] } = answer
  return (
    <>
      <h3>{answer.service.name}</h3>
      <PlanForm plan={answer} />
      <Part title={say('plan.alternatives')} isOpen={forwardingWorks === 'no'}>
        {alternatives.map(({ name, text, lines }) => (
          <Way key={name} title={name} text={text} lines={lines} />
        ))}
      </Part>
      <Part title={say('plan.commands')}>
        {commands.map(({ kind, where, note, lines }) => (
          <Way key={kind + where} title={`${kind}, ${say(`plan.${where}`)}`} text={note ?? ''} lines={lines} />
        ))}
      </Part>
      <Sentences
        title={say('plan.security')}
        notes={[...securityNotes, ...(saferAlternative === null ? [] : [saferAlternative])]}
      />
      <Sentences title={say('plan.notes')} notes={notes} />
      <Sentences title={say('plan.ipv6')} notes={ipv6 ? [ipv6.text] : []} />
      <Part title={say('plan.undo')}>
        {undo.map(({ text, lines }) => (
          <Way key={text} title="" text={text} lines={lines} />
        ))}
      </Part>
    </>
  )
}

function Part({ title, children, isOpen = false }: { title: string; children: readonly ComponentChild[]; isOpen?: boolean }) {
  if (children.length === 0) return null
  return (
    <details class="part" open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}

function Sentences({ title, notes }: { title: string; notes: readonly string[] }) {
  return (
    <Part title={title}>
      {notes.map((note) => (
        <p key={note}>
          <Prose text={note} />
        </p>
      ))}
    </Part>
  )
}

/** Renders lines to type or to copy, with what they are for. */
export function Way({ title, text, lines }: { title: string; text: string; lines: readonly string[] }) {
  return (
    <div class="way">
      {title === '' ? null : <h4>{title}</h4>}
      {text === '' ? null : (
        <p>
          <Prose text={text} />
        </p>
      )}
      {lines.length === 0 ? null : (
        <div class="code">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard */}
          <pre tabIndex={0}>{lines.join('\n')}</pre>
          <CopyButton text={lines.join('\n')} what={title} />
        </div>
      )}
    </div>
  )
}
