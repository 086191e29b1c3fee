import type { HeaderList } from '../answers.ts'
import { useToolWords } from '../words.ts'

/** Renders where a URL leads, and the headers there. */
export function HeadersResult({ answer }: { answer: HeaderList }) {
  const say = useToolWords()
  const { status, statusText, finalUrl, redirects, headers } = answer
  return (
    <>
      <p class="quiet small mono block">
        {status === null ? '' : `${status} ${statusText ?? ''} `}
        {finalUrl}
      </p>
      {redirects.length === 0 ? null : <Redirects redirects={redirects} />}
      {headers === null || headers.length === 0 ? null : (
        <>
          <h3>{say('http.headers')}</h3>
          <dl class="headers">
            {headers.map(({ name, value }, index) => (
              <div key={index}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  )
}

function Redirects({ redirects }: Pick<HeaderList, 'redirects'>) {
  const say = useToolWords()
  return (
    <>
      <h3>{say('http.redirects')}</h3>
      <ol class="chain">
        {redirects.map(({ url, status: code, location }, index) => (
          <li key={index}>
            <span class="mono">{url}</span>
            <span class="quiet small block">
              {code} → {location}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
