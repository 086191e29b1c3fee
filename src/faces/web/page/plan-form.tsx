import type { Plan, Rule } from './answers.ts'
import { CopyButton } from './copy-button.tsx'
import { useToolWords } from './words.ts'

/** Renders the form of the visitor's router, drawn with its own field names and what to type into each. */
export function PlanForm({ plan }: { plan: Plan }) {
  const say = useToolWords()
  const { router, menuPath, rules } = plan
  if (rules.length === 0) return null
  return (
    <section class="router" aria-label={`${say('plan.form')}: ${router.name}`}>
      <header>
        <strong>{router.name}</strong>
        <ol class="crumbs" aria-label={say('plan.menu')}>
          {menuPath.map((entry) => (
            <li key={entry}>{entry}</li>
          ))}
        </ol>
      </header>
      {rules.map((rule) => (
        <RuleForm key={rule.name} rule={rule} />
      ))}
    </section>
  )
}

function RuleForm({ rule: { name, required, form } }: { rule: Rule }) {
  const say = useToolWords()
  return (
    <div class="rule">
      <h4>
        <span class="mono">{name}</span> <span class="badge quiet">{say(required ? 'plan.required' : 'plan.optional')}</span>
      </h4>
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
  const say = useToolWords()
  if (value === NOT_TOLD) return <span class="box box-hint">{say('plan.not-told')}</span>
  return (
    <>
      <span class="box">{value}</span>
      <CopyButton text={value} what={label} />
    </>
  )
}
