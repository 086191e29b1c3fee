import type { ComponentChildren } from 'preact'
import type { Run } from './use-run.ts'
import { Language, useFoundWords, useLocale } from './words.ts'

/**
 * Keeps a result in the language of its request, all of it: nothing is sent again without being asked to. Where the page speaks
 * another one by now, that is one click.
 */
export function OwnLanguage({ run, again, children }: { run: Run; again(): void; children: ComponentChildren }) {
  const found = useFoundWords()
  const isOther = run.locale !== useLocale() && run.ending !== null
  return (
    <>
      {isOther ? (
        <p class="other-language">
          {found('language.other')}{' '}
          <button type="button" class="button" onClick={again}>
            {found('language.again')}
          </button>
        </p>
      ) : null}
      <div lang={run.locale}>
        <Language.Provider value={run.locale}>{children}</Language.Provider>
      </div>
    </>
  )
}
