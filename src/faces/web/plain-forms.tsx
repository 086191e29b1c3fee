import type { VNode } from 'preact'
import type { Locale } from '../../contract/text.ts'
import { bodySchemaIn } from '../../registry/describe.ts'
import type { Runnable } from '../../run/run.ts'
import { choicesOf, enteringOf } from './page/fields.ts'
import { formsText } from './page/forms.text.ts'
import { pageText } from './page/page.text.ts'
import type { PageState } from './page/state.ts'
import { documentText } from './web.text.ts'

/** The field that names the tool in the address of the page. */
export const RUN = 'run'

/** Renders forms for browsers without a script: they come back to the page, which then shows the result. Only for tools that send nothing to others. */
export function formsWithoutScript(tools: readonly Runnable[], { locale, asked }: PageState): VNode {
  return (
    <section class="plain-forms" aria-labelledby="plain">
      <h2 id="plain">{documentText.say(locale, 'plain', {})}</h2>
      <form method="get" action="api/tools/port-check" id="plain-port">
        <h3>{documentText.say(locale, 'check', {})}</h3>
        <input type="hidden" name="format" value="text" />
        <div class="field">
          <label for="plain-port-number">{documentText.say(locale, 'port', {})}</label>
          <input id="plain-port-number" name="port" inputmode="numeric" required />
        </div>
        <button type="submit" class="button main">
          {pageText.say(locale, 'reach.go', {})}
        </button>
      </form>
      <p>{documentText.say(locale, 'why', {})}</p>
      {tools.map((runnable) => (
        <details key={runnable.name} open={asked?.tool === runnable.name}>
          <summary>
            <strong>{runnable.tool.text.say(locale, 'title', {})}</strong> <code>{runnable.name}</code>:{' '}
            {runnable.tool.text.say(locale, 'summary', {})}
          </summary>
          <PlainForm runnable={runnable} locale={locale} values={asked?.tool === runnable.name ? asked.request : {}} />
        </details>
      ))}
    </section>
  )
}

/** Kinds of fields that cannot be filled in without a script. */
const NEEDS_SCRIPT: readonly string[] = ['rows', 'choices', 'json']

interface Props {
  readonly runnable: Runnable
  readonly locale: Locale
  readonly values: Readonly<Record<string, unknown>>
}

function PlainForm({ runnable: { name, tool }, locale, values }: Props) {
  const { properties = {}, required = [] } = bodySchemaIn(tool, locale) ?? {}
  const fields = Object.entries(properties).filter(([field, schema]) => !NEEDS_SCRIPT.includes(enteringOf(field, schema)))
  return (
    <form method="get" action="./" id={`plain-${name}`}>
      <input type="hidden" name={RUN} value={name} />
      <input type="hidden" name="lang" value={locale} />
      {fields.map(([field, schema]) => (
        <div key={field} class="field">
          <label for={`plain-${name}-${field}`}>
            {schema.title}
            {required.includes(field) ? null : <span class="quiet small"> {documentText.say(locale, 'optional', {})}</span>}
          </label>
          <PlainField
            id={`plain-${name}-${field}`}
            name={field}
            required={required.includes(field)}
            choices={choicesOf(field, schema)}
            value={String(values[field] ?? '')}
          />
          <p class="quiet small">{schema.description}</p>
        </div>
      ))}
      <button type="submit" class="button main">
        {formsText.say(locale, 'form.run', {})}
      </button>
    </form>
  )
}

/** Renders a list of the choices if there are any, with nothing chosen at first; otherwise a text field. */
function PlainField({ choices, value, ...named }: { choices: readonly string[]; value: string; [attribute: string]: unknown }) {
  if (choices.length === 0) return <input {...named} value={value} />
  return (
    <select {...named}>
      {['', ...choices].map((choice) => (
        <option key={choice} value={choice} selected={choice === value}>
          {choice}
        </option>
      ))}
    </select>
  )
}
