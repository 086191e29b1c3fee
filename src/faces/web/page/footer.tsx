import type { Credit, Theme } from './state.ts'
import { UNTRANSLATED, usePageWords } from './words.ts'

/** Renders the credits that the licences ask for, and what the page does not do. */
export function Footer({ credits, theme, version }: { credits: readonly Credit[]; theme: Theme | null; version: string }) {
  const say = usePageWords()
  return (
    <footer>
      <p>{say('footer.private')}</p>
      <p>
        {say('credits')}:{' '}
        {credits.map(({ attribution, url }) => (
          <span key={attribution} class="credit">
            {url === null ? attribution : <a href={url}>{attribution}</a>}
          </span>
        ))}
        <span class="credit">{say('credits.map')}</span>
      </p>
      <p>
        {theme?.links.map(({ text, url }) => (
          <span key={url} class="credit">
            <a href={url}>{text}</a>
          </span>
        ))}
        <span class="credit" {...UNTRANSLATED}>
          doorstep {version}
        </span>
      </p>
    </footer>
  )
}
