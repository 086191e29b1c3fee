import type { Plan, Rule } from './answers.ts'
import { CopyButton } from './copy-button.tsx'
import { toolText } from './tool.text.ts'
import { useSay } from './words.ts'

/** Renders the form of the visitor's router, drawn with its own field names and what to type into each. */
export function PlanForm({ plan: { router }, rules }: { plan: Plan; rules: readonly Rule[] }) {
  const say = useSay(toolText)
  return (
    <section class="router" aria-label={`${say('plan.form')}: ${router.name}`}>
      {rules.map(({ name, form }) => (
        <Entries key={name} form={form} />
      ))}
    </section>
  )
}

/** Renders one rule: the fields of the form, with what to enter. */
export function Entries({ form }: Pick<Rule, 'form'>) {
  return (
    <div class="rule">
      <dl>
        {form.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Box label={label} value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Placeholder of plans whose request did not name the address of the device. */
const NOT_TOLD = 'INTERNAL_IP'

function Box({ label, value }: { label: string; value: string }) {
  const say = useSay(toolText)
  if (value === NOT_TOLD) return <span class="box box-hint">{say('plan.not-told')}</span>
  return (
    <>
      <span class="box">{value}</span>
      <CopyButton text={value} what={label} />
    </>
  )
}
