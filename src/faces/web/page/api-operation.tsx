import { useState } from 'preact/hooks'
import { apiText } from './api.text.ts'
import { TypeTree, typeOf } from './api-types.tsx'
import { Code, Wide } from './code.tsx'
import { curlLine } from './lines.ts'
import { type FieldSchema, type Operation, useDescriptions, useExample } from './lists.ts'
import { Prose } from './prose.tsx'
import { UNTRANSLATED } from './untranslated.ts'
import { useLocale, usePageWords, useSay } from './words.ts'

/** Renders an operation: what it takes, a line to send it, and what it answers. */
export function OperationPart({ operation }: { operation: Operation }) {
  const say = useSay(apiText)
  const { name, method, path, title, summary, request } = operation
  const line = method === 'POST' ? curlLine(name, exampleOf(request)) : `curl -s ${new URL(path.slice(1), document.baseURI).href}`
  return (
    <section class="operation" aria-label={name}>
      <h2 id={`api-${name}`} tabIndex={-1}>
        {title}
      </h2>
      <p class="mono" {...UNTRANSLATED}>
        <span class="method">{method}</span> {path}
      </p>
      <p>
        <Prose text={summary} />
      </p>
      {request ? <FieldTable schema={request} /> : <p class="quiet">{say('no-fields')}</p>}
      <Code text={line} what={name} />
      <Answer name={name} />
      <Example operation={operation} />
      {method === 'POST' ? (
        <a class="button" href={`#${name}`}>
          {say('try')}
          <span class="hidden">: {name}</span>
        </a>
      ) : null}
    </section>
  )
}

/** Renders the types of an answer. The schemas of all answers are four times as long as those of the bodies, so they are loaded on demand. */
function Answer({ name }: { name: string }) {
  const [page, say] = [usePageWords(), useSay(apiText)]
  const [isOpen, setOpen] = useState(false)
  const schema = useDescriptions(useLocale(), isOpen)?.find((one) => one.name === name)?.response
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{say('answers')}</summary>
      {schema === undefined ? <p class="quiet">{page('running')}</p> : null}
      {schema?.properties ? <TypeTree schema={schema} /> : schema ? <code>{schema.type}</code> : null}
    </details>
  )
}

/** Renders an answer, which is loaded when somebody wants to see it. */
function Example({ operation: { name, path, method } }: { operation: Operation }) {
  const [page, say] = [usePageWords(), useSay(apiText)]
  const [isOpen, setOpen] = useState(false)
  const example = useExample({ path, method }, useLocale(), isOpen)
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{say('example')}</summary>
      {example === null ? (
        <p class="quiet">{page('running')}</p>
      ) : text === undefined ? (
        <p class="quiet">{say('example-none')}</p>
      ) : (
        <Code text={text} what={`${say('example')}: ${name}`} />
      )}
    </details>
  )
}

function FieldTable({ schema }: { schema: FieldSchema }) {
  const say = useSay(apiText)
  return (
    <Wide>
      <table>
        <thead>
          <tr>
            <th scope="col">{say('field')}</th>
            <th scope="col">{say('type')}</th>
            <th scope="col">{say('meaning')}</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(schema.properties ?? {}).map(([name, field]) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td class="small">
                {typeOf(field)}
                {schema.required?.includes(name) ? <span class="badge">{say('required')}</span> : null}
                {field.default === undefined ? null : (
                  <span class="quiet block">{say('default', { value: String(field.default) })}</span>
                )}
              </td>
              <td class="small">
                <Prose text={field.description ?? ''} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  )
}

/** Renders the first example of each field that has to be there; without such fields, of the first one that has an example. */
function exampleOf(schema: FieldSchema | null): Record<string, unknown> {
  const fields = Object.entries(schema?.properties ?? {}).filter(([, { examples }]) => examples !== undefined)
  const required = fields.filter(([name]) => schema?.required?.includes(name))
  const shown = required.length > 0 ? required : fields.slice(0, 1)
  return Object.fromEntries(shown.map(([name, { examples = [] }]) => [name, examples[0]]))
}
