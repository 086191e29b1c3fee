import { useEffect } from 'preact/hooks'
import { PROBLEM_STATUS } from '../../../contract/problem-status.ts'
import type { Request } from './answers.ts'
import { apiText } from './api.text.ts'
import { type FieldSchema, type Operation, useDescription, useExample, useOperations } from './ask.ts'
import { Code, Facts, Paragraph, Part, Prose, Wide } from './parts.tsx'
import { UNTRANSLATED, usePageWords, useSay } from './words.ts'

const HOW = ['format', 'status', 'stream', 'language', 'limits', 'agents'] as const

/** Renders how to ask, and every operation in the order of the list of tools, folded. `#api/ping` opens one of them. */
export function ApiReference({ part }: { part: string | undefined }) {
  const say = useSay(apiText)
  const operations = useOperations()
  useEffect(() => {
    const summary = part === undefined ? null : document.getElementById(`api-${part}`)
    summary?.scrollIntoView()
    summary?.focus({ preventScroll: true })
  }, [part, operations === null])
  return (
    <article class="api">
      <h1>{say('title')}</h1>
      <p class="lead">{say('intro')}</p>
      <Facts facts={HOW.map((way) => [say(`how.${way}`), <Prose key={way} text={say(`how.${way}-is`)} />])} />
      <p>
        <a href="openapi.json">{say('spec')}</a>
      </p>
      {operations ? null : <Loading />}
      {operations?.map((operation) => (
        <OperationPart key={operation.name} operation={operation} isOpen={operation.name === part} />
      ))}
      <Part id="api-problems" title={say('problems')} isOpen={part === 'problems'}>
        <p>{say('problems-intro')}</p>
        <ul class="codes">
          {Object.entries(PROBLEM_STATUS).map(([code, status]) => (
            <li key={code}>
              <span class="quiet">{status}</span> <code>{code}</code>
            </li>
          ))}
        </ul>
      </Part>
    </article>
  )
}

function Loading() {
  return (
    <p class="quiet" role="status">
      {usePageWords()('running')}
    </p>
  )
}

function OperationPart({ operation, isOpen }: { operation: Operation; isOpen: boolean }) {
  const say = useSay(apiText)
  const { name, method, path, title, summary, request } = operation
  const line =
    method === 'POST' ? curlLine(name, exampleBody(request)) : `curl -s ${new URL(path.slice(1), document.baseURI).href}`
  const heading = (
    <>
      {title}{' '}
      <code class="quiet" {...UNTRANSLATED}>
        {method} {path}
      </code>
    </>
  )
  return (
    <Part id={`api-${name}`} title={heading} isOpen={isOpen}>
      <Paragraph text={summary} />
      {request ? <FieldTable schema={request} /> : <p class="quiet">{say('no-fields')}</p>}
      <Code text={line} what={name} />
      <Part title={say('answers')} isLazy>
        <Answer name={name} />
      </Part>
      <Part title={say('example')} isLazy>
        <Example operation={operation} />
      </Part>
      {method === 'POST' ? (
        <a class="button" href={`#${name}`}>
          {say('try')}
          <span class="hidden">: {name}</span>
        </a>
      ) : null}
    </Part>
  )
}

/** Renders the fields of an answer. The schemas of all answers are four times as long as those of the bodies, so they are loaded on demand. */
function Answer({ name }: { name: string }) {
  const schema = useDescription(name)?.response
  if (!schema) return <Loading />
  return schema.properties ? <FieldTable schema={schema} /> : <code>{schema.type}</code>
}

function Example({ operation }: { operation: Operation }) {
  const say = useSay(apiText)
  const example = useExample(operation)
  if (example === null) return <Loading />
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
  return text === undefined ? (
    <p class="quiet">{say('example-none')}</p>
  ) : (
    <Code text={text} what={`${say('example')}: ${operation.name}`} />
  )
}

function FieldTable({ schema }: { schema: FieldSchema }) {
  const say = useSay(apiText)
  return (
    <Wide>
      <table>
        <thead>
          <tr>
            {(['field', 'type', 'meaning'] as const).map((key) => (
              <th key={key} scope="col">
                {say(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOf(schema).map(([name, field]) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td class="small">
                {typeOf(field)}
                {schema.required?.includes(name) ? <span class="badge quiet">{say('required')}</span> : null}
                {field.default === undefined ? null : (
                  <span class="quiet block">{say('default', { value: String(field.default) })}</span>
                )}
              </td>
              <td class="small">
                <Prose text={field.description ?? field.title ?? ''} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  )
}

/** Returns the first example of each field that has to be there; without such fields, of the first one that has an example. */
function exampleBody(schema: FieldSchema | null): Record<string, unknown> {
  const fields = Object.entries(schema?.properties ?? {}).filter(([, { examples }]) => examples !== undefined)
  const required = fields.filter(([name]) => schema?.required?.includes(name))
  const shown = required.length > 0 ? required : fields.slice(0, 1)
  return Object.fromEntries(shown.map(([name, { examples = [] }]) => [name, examples[0]]))
}

/** Returns the fields of an object, each followed by those inside of it: `hops`, `hops[].ip`. */
export function rowsOf({ properties = {} }: FieldSchema, before = ''): [name: string, field: FieldSchema][] {
  return Object.entries(properties).flatMap(([name, field]) => [
    [before + name, field],
    ...objectsIn(field, `${before}${name}`).flatMap(([at, inner]) => rowsOf(inner, `${at}.`)),
  ])
}

/** Returns the object in a field: the field itself, an item of its list, or the first of its alternatives that is one. */
function objectsIn(field: FieldSchema, at: string): [at: string, inner: FieldSchema][] {
  if (field.properties) return [[at, field]]
  if (field.items) return objectsIn(field.items, `${at}[]`)
  return (field.anyOf ?? []).flatMap((one) => objectsIn(one, at)).slice(0, 1)
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

/** Quotes a text for a shell: between single quotes nothing is changed. */
function quoted(text: string): string {
  return /^[\w.:/@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** Returns the request as curl sends it to this server: as a query, unless it has lists or objects. */
export function curlLine(tool: string, request: Request): string {
  const url = new URL(`api/tools/${tool}`, document.baseURI)
  const fields = Object.entries(request)
  if (fields.some(([, value]) => typeof value === 'object'))
    return `curl -s ${quoted(url.href)} --json ${quoted(JSON.stringify(request))}`
  for (const [field, value] of fields) url.searchParams.set(field, String(value))
  return `curl -s ${quoted(url.href)}`
}

/**
 * Returns the request as the executable takes it, without what it takes by itself. What looks at the visitor from outside is asked of this
 * server: nobody can do that at home.
 */
export function commandLine(tool: string, request: Request, operation: Pick<Operation, 'policy' | 'request'> | null): string {
  const usual = (field: string) => JSON.stringify(operation?.request?.properties?.[field]?.default)
  const typed = Object.entries(request).filter(([field, value]) => JSON.stringify(value) !== usual(field))
  const flags = typed.map(([field, value]) => {
    const text = isWords(value) ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value)
    return ` --${field} ${quoted(text)}`
  })
  const server = operation?.policy.kind.startsWith('requester')
    ? ` --server ${quoted(new URL('.', document.baseURI).href.replace(/\/$/, ''))}`
    : ''
  return `doorstep ${tool}${flags.join('')}${server}`
}

function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string' && /^\w[\w.-]*$/.test(word))
}
