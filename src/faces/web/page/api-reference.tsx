import { PROBLEM_STATUS } from '../../../contract/problem-status.ts'
import { CopyButton } from './copy-button.tsx'
import { curlLine } from './lines.ts'
import { type Description, type FieldSchema, useDescriptions } from './lists.ts'
import { Prose } from './prose.tsx'
import { useApiWords, useLocale, usePageWords } from './words.ts'

/** Renders every operation, from the same schemas that requests are checked with. */
export function ApiReference() {
  const [page, say] = [usePageWords(), useApiWords()]
  const operations = useDescriptions(useLocale(), true)
  return (
    <article class="api">
      <h1>{say('title')}</h1>
      <p class="lead">{say('intro')}</p>
      <p>
        <a href="openapi.json">{say('spec')}</a>
      </p>
      {operations?.map((operation) => <OperationPart key={operation.name} operation={operation} />) ?? (
        <p class="quiet" role="status">
          {page('running')}
        </p>
      )}
      <section>
        <h2>{say('problems')}</h2>
        <p>{say('problems-intro')}</p>
        <ul class="codes">
          {Object.entries(PROBLEM_STATUS).map(([code, status]) => (
            <li key={code}>
              <span class="quiet">{status}</span> <code>{code}</code>
            </li>
          ))}
        </ul>
      </section>
    </article>
  )
}

function OperationPart({ operation: { name, method, path, summary, request, response } }: { operation: Description }) {
  const say = useApiWords()
  const example = exampleOf(request)
  const line = method === 'POST' ? curlLine(name, example) : `curl -s ${new URL(path.slice(1), document.baseURI).href}`
  return (
    <section class="operation" aria-label={name}>
      <h2 class="mono">
        <span class="method">{method}</span> {path}
      </h2>
      <p>
        <Prose text={summary} />
      </p>
      {request ? <FieldTable schema={request} /> : <p class="quiet">{say('no-fields')}</p>}
      <p class="quiet small">
        {say('answers')}: <code>{Object.keys(response.properties ?? {}).join(', ') || 'text/plain'}</code>
      </p>
      <div class="code">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard */}
        <pre tabIndex={0}>{line}</pre>
        <CopyButton text={line} what={name} />
      </div>
      {method === 'POST' ? (
        <a class="button" href={`#${name}`}>
          {say('try')}
          <span class="hidden">: {name}</span>
        </a>
      ) : null}
    </section>
  )
}

function FieldTable({ schema }: { schema: FieldSchema }) {
  const say = useApiWords()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
    <div class="scroll" tabIndex={0}>
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
    </div>
  )
}

function typeOf({ type, anyOf, minimum, maximum, const: only }: FieldSchema): string {
  if (anyOf) return anyOf.map((one) => JSON.stringify(one.const)).join(' | ')
  if (only !== undefined) return JSON.stringify(only)
  return minimum === undefined ? (type ?? '') : `${type} ${minimum}–${maximum ?? ''}`
}

/** Renders the first example of each field that has to be there; without such fields, of the first one that has an example. */
function exampleOf(schema: FieldSchema | null): Record<string, unknown> {
  const fields = Object.entries(schema?.properties ?? {}).filter(([, { examples }]) => examples !== undefined)
  const required = fields.filter(([name]) => schema?.required?.includes(name))
  const shown = required.length > 0 ? required : fields.slice(0, 1)
  return Object.fromEntries(shown.map(([name, { examples = [] }]) => [name, examples[0]]))
}
