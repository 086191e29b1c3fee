import { useEffect } from 'preact/hooks'
import { PROBLEM_STATUS } from '../../../contract/problem-status.ts'
import { apiText } from './api.text.ts'
import { OperationPart } from './api-operation.tsx'
import { type Operation, useOperations } from './lists.ts'
import { Prose } from './prose.tsx'
import { Facts } from './results/facts.tsx'
import { UNTRANSLATED } from './untranslated.ts'
import { useLocale, usePageWords, useSay } from './words.ts'

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
