import { useEffect, useState } from 'preact/hooks'
import type { Problem } from './answers.ts'
import type { Failure } from './ask.ts'
import { AtHomeHint } from './at-home-hint.tsx'
import { Prose } from './prose.tsx'
import { usePageWords } from './words.ts'

const SECOND_MS = 1000

/** Renders a refusal: what is wrong, what to do, and, where only time helps, how long to wait. */
export function Refused({ problem, again }: { problem: Problem; again(): void }) {
  const say = usePageWords()
  const { title, detail, didYouMean = [], errors = [], retryAfterS, code, field } = problem
  const others = errors.filter(({ message }) => message !== detail)
  return (
    <div class="trouble" role="alert" data-code={code}>
      <h3>{title}</h3>
      <p>
        <Prose text={detail} />
      </p>
      {others.length > 0 && (others.length > 1 || field === undefined) ? (
        <ul>
          {others.map(({ field: name, message }) => (
            <li key={`${name} ${message}`}>
              <Prose text={message} />
            </li>
          ))}
        </ul>
      ) : null}
      {didYouMean.length > 0 ? (
        <p>
          {say('refused.meant')} <strong>{didYouMean.join(', ')}</strong>
        </p>
      ) : null}
      {code === 'requester-not-public' ? <AtHomeHint /> : null}
      {retryAfterS === undefined ? null : <Wait seconds={retryAfterS} again={again} />}
    </div>
  )
}

/** Counts the seconds down, then offers to try again. */
function Wait({ seconds, again }: { seconds: number; again(): void }) {
  const say = usePageWords()
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const end = Date.now() + seconds * SECOND_MS
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / SECOND_MS))), SECOND_MS / 4)
    return () => clearInterval(timer)
  }, [seconds])
  return (
    <button type="button" class="button" disabled={left > 0} onClick={again}>
      {left > 0 ? say('refused.wait', { count: left }) : say('refused.again')}
    </button>
  )
}

/** Renders a request that got neither an answer nor a refusal. */
export function Failed({ why, again }: { why: Failure; again(): void }) {
  const say = usePageWords()
  const isOnline = useOnline(why)
  return (
    <div class={why === 'stopped' ? 'trouble trouble-meant' : 'trouble'} role="alert" data-code={why}>
      <h3>{say(`failed.${why}`)}</h3>
      <p>{say(`failed.${why}-detail`)}</p>
      <button type="button" class="button" onClick={again} disabled={!isOnline}>
        {say('refused.again')}
      </button>
    </div>
  )
}

/** Returns whether the browser has a connection. */
function useOnline(why: Failure): boolean {
  const [isOnline, setOnline] = useState(why !== 'offline')
  useEffect(() => {
    const changed = () => setOnline(navigator.onLine)
    addEventListener('online', changed)
    addEventListener('offline', changed)
    return () => {
      removeEventListener('online', changed)
      removeEventListener('offline', changed)
    }
  }, [])
  return isOnline
}
