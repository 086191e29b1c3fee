import type { HeaderList } from '../answers.ts'
import { toolText } from '../tool.text.ts'
import { waysText } from '../ways.text.ts'
import { useSay } from '../words.ts'
import { Figures } from './facts.tsx'
import { trustOf } from './service.tsx'
import { inMs } from './span.ts'

/** Renders where a URL leads, what its server answers there, and which headers it sends. */
export function HeadersResult({ answer }: { answer: HeaderList }) {
  const [tool, say] = [useSay(toolText), useSay(waysText)]
  const { status, statusText, httpVersion, address, redirects, headers, timingMs, tls, reason } = answer
  return (
    <>
      <Figures
        facts={[
          [say('http.status'), [status, statusText].filter(Boolean).join(' ')],
          [say('why'), reason && <code key="why">{reason}</code>],
          [say('http.address'), address],
          [say('http.version'), httpVersion],
          [say('at.certificate'), tls && trustOf(tls, say)],
          [say('http.first-byte'), timingMs.firstByte === null ? null : `${inMs(timingMs.firstByte)} ms`],
        ]}
      />
      {redirects.length === 0 ? null : <Redirects answer={answer} />}
      {headers === null || headers.length === 0 ? null : (
        <>
          <Protection answer={answer} headers={headers} />
          <h3>{tool('http.headers')}</h3>
          <dl class="headers" translate={false}>
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

function Redirects({ answer: { redirects, redirectsOmitted, finalUrl, status } }: { answer: HeaderList }) {
  const say = useSay(toolText)
  return (
    <>
      <h3>{say('http.redirects')}</h3>
      <ol class="chain">
        {redirects.map(({ url, status: code }, index) => (
          <li key={index}>
            <span class="badge quiet">{code}</span>
            <span class="mono">{url}</span>
          </li>
        ))}
        {redirectsOmitted > 0 ? <li>…</li> : null}
        <li>
          {status === null ? null : <span class="badge quiet">{status}</span>}
          <span class="mono">{finalUrl}</span>
        </li>
      </ol>
    </>
  )
}

/** Headers by which a server has browsers protect its visitors; the first is heeded over HTTPS alone. */
const PROTECTING = [
  'strict-transport-security',
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'permissions-policy',
]

/** Renders which of the headers that protect visitors were sent, as far as all headers are shown. */
function Protection({ answer, headers }: { answer: HeaderList; headers: NonNullable<HeaderList['headers']> }) {
  const say = useSay(waysText)
  const sent = new Set(headers.map(({ name }) => name.toLowerCase()))
  const asked = answer.finalUrl.startsWith('https:') ? PROTECTING : PROTECTING.slice(1)
  const listed = answer.omitted > 0 ? asked.filter((name) => sent.has(name)) : asked
  if (listed.length === 0) return null
  return (
    <>
      <h3>{say('http.protection')}</h3>
      <ul class="chips">
        {listed.map((name) => (
          <li key={name} class={sent.has(name) ? 'chip on' : 'chip'}>
            <span class="mono">{name}</span>: {say(sent.has(name) ? 'http.sent' : 'http.not-sent')}
          </li>
        ))}
      </ul>
    </>
  )
}
