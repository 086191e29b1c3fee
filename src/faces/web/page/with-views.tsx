import type { ComponentChild } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button } from './parts.tsx'
import { usePageWords } from './words.ts'

type Views = typeof import('./views.tsx')

/** Pause before a file that did not come is requested again. */
const AGAIN_MS = 2000

let views: Views | null = null

/** Makes the other views known where nothing is loaded later, as on the server. */
export function provide(all: Views): void {
  views = all
}

/** Loads the other views once. Throws if they do not come. */
export async function loadViews(): Promise<Views> {
  views ??= await import('./views.tsx')
  return views
}

/** Renders one of the other views as soon as they have come; until then, says so if they do not. */
export function WithViews({ draw }: { draw(all: Views): ComponentChild }) {
  const say = usePageWords()
  const [known, setKnown] = useState(() => views)
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    if (known) return
    let timer: ReturnType<typeof setTimeout>
    loadViews().then(
      (all) => setKnown(() => all),
      () => {
        timer = setTimeout(() => setFailures(failures + 1), AGAIN_MS)
      },
    )
    return () => clearTimeout(timer)
  }, [failures])
  if (known) return <>{draw(known)}</>
  return (
    <p class="loading quiet" role="status">
      {/* A server of another version has other files: then only another document helps. */}
      {failures === 0 ? null : (
        <>
          {say('failed.unreachable-detail')} <Button label={say('refused.again')} press={() => location.reload()} />
        </>
      )}
    </p>
  )
}
