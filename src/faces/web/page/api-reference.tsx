import { useEffect, useState } from 'preact/hooks'
import { PROBLEM_STATUS } from '../../../contract/problem-status.ts'
import { apiText } from './api.text.ts'
import { Code, Wide } from './code.tsx'
import { curlLine } from './lines.ts'
import { type FieldSchema, type Operation, useDescriptions, useExample, useOperations } from './lists.ts'
import { Paragraph, Prose } from './prose.tsx'
import { Facts } from './results/facts.tsx'
import { UNTRANSLATED, useLocale, usePageWords, useSay } from './words.ts'

const HOW = ['format', 'status', 'stream', 'language', 'limits', 'agents'] as const

/** Renders how to ask, and every operation in the order of the list of tools. `#api/ping` leads to one of them. */
export function ApiReference({ part }: { part: string | undefined }) {
  const [page, say] = [usePageWords(), useSay(apiText)]
  const operations = useOperations(useLocale(), true)
  useEffect(() => {
    const heading = part === undefined ? null : document.getElementById(`api-${part}`)
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }, [part, operations === null])
  return (
    <article class="api">
      <h1>{say('title')}</h1>
      <p class="lead">{say('intro')}</p>
      <Facts facts={HOW.map((way) => [say(`how.${way}`), <Prose key={way} text={say(`how.${way}-is`)} />])} />
      <p>
        <a href="openapi.json">{say('spec')}</a>
      </p>
      {operations ? (
        <div class="api-body">
          <Contents operations={operations} />
          <div>
            {operations.map((operation) => (
              <OperationPart key={operation.name} operation={operation} />
            ))}
            <Problems />
          </div>
        </div>
      ) : (
        <p class="quiet" role="status">
          {page('running')}
        </p>
      )}
    </article>
  )
}

function Contents({ operations }: { operations: readonly Operation[] }) {
  const say = useSay(apiText)
  return (
    <nav class="contents" aria-label={say('contents')}>
      <ul>
        {operations.map(({ name, title }) => (
          <li key={name}>
            <a href={`#api/${name}`}>
              {title}{' '}
              <code class="quiet" {...UNTRANSLATED}>
                {name}
              </code>
            </a>
          </li>
        ))}
        <li>
          <a href="#api/problems">{say('problems')}</a>
        </li>
      </ul>
    </nav>
  )
}

function Problems() {
  const say = useSay(apiText)
  return (
    <section class="operation">
      <h2 id="api-problems" tabIndex={-1}>
        {say('problems')}
      </h2>
      <p>{say('problems-intro')}</p>
      <ul class="codes">
        {Object.entries(PROBLEM_STATUS).map(([code, status]) => (
          <li key={code}>
            <span class="quiet">{status}</span> <code>{code}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Renders an operation: what it takes, a line to send it, and what it answers. */
function OperationPart({ operation }: { operation: Operation }) {
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
      <Paragraph text={summary} />
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

/** Renders the fields of an answer with their types; those of an object stand below it. */
export function TypeTree({ schema }: { schema: FieldSchema }) {
  return (
    <ul class="tree">
      {Object.entries(schema.properties ?? {}).map(([name, field]) => {
        const inner = innerOf(field)
        return (
          <li key={name}>
            <code>{name}</code> <span class="quiet small mono">{typeOf(field)}</span>
            <span class="small block">
              <Prose text={field.description ?? field.title ?? ''} />
            </span>
            {inner === null ? null : <TypeTree schema={inner} />}
          </li>
        )
      })}
    </ul>
  )
}

/** Returns the object in a field: the field itself, an item of its list, or one of its alternatives. */
function innerOf(field: FieldSchema): FieldSchema | null {
  if (field.properties) return field
  if (field.items) return innerOf(field.items)
  return field.anyOf?.map(innerOf).find((inner) => inner !== null) ?? null
}

/** Returns a type as programs write it: `"tcp" | "udp"`, `string | null`, `object[]`. */
export function typeOf({ type, anyOf, items, minimum, maximum, const: only }: FieldSchema): string {
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' | ')
  if (only !== undefined) return JSON.stringify(only)
  if (items) {
    const item = typeOf(items)
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`
  }
  if (minimum === undefined) return type ?? ''
  return maximum === undefined ? `${type} ≥ ${minimum}` : `${type} ${minimum}–${maximum}`
}
