import { renderToStaticMarkup } from 'preact-render-to-string'
import type { Runnable } from '../../run/run.ts'
import { ICON } from './icon.ts'
import type { Index } from './pack.ts'
import { App, titleOf } from './page/app.tsx'
import { pageText } from './page/page.text.ts'
import type { PageState } from './page/state.ts'
import * as views from './page/views.tsx'
import { provide } from './page/with-views.tsx'
import { formsWithoutScript } from './plain-forms.tsx'

const ICON_URL = `data:image/svg+xml,${ICON.replaceAll('"', '%22').replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll('#', '%23')}`

provide(views)

interface FirstView {
  readonly state: PageState
  readonly index: Index
  /** The name of the style with a vendor's colours. */
  readonly themeStyle: string | null
  /** The tools that a form without a script may run. */
  readonly plain: readonly Runnable[]
}

/** Returns the document: the first view as the script would draw it, what the script needs to go on, and forms for those without one. */
export function documentOf({ state, index, themeStyle, plain }: FirstView): string {
  const { locale } = state
  const title = titleOf(pageText.say(locale, 'title', {}), state)
  const styles = [index.style, ...(themeStyle === null ? [] : [themeStyle])]
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
${renderToStaticMarkup(<title>{title}</title>)}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noarchive">
<link rel="icon" href="${ICON_URL}">
${styles.map((name) => `<link rel="stylesheet" href="page/${name}">`).join('\n')}
${state.asked ? '' : `<link rel="preload" href="page/${index.world}" as="image" type="image/svg+xml" crossorigin>`}
${index.shared.map((name) => `<link rel="modulepreload" href="page/${name}">`).join('\n')}
<script type="module" src="page/${index.script}"></script>
</head>
<body>
<div id="app">${renderToStaticMarkup(<App state={state} />)}</div>
<noscript>${renderToStaticMarkup(formsWithoutScript(plain, state))}</noscript>
<script type="application/json" id="state">${JSON.stringify(state).replaceAll('<', '\\u003c')}</script>
</body>
</html>
`
}
