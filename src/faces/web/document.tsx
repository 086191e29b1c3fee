import type { Runnable } from '../../run/run.ts'
import { escapeMarkup, markupOf } from './markup.ts'
import type { Index } from './pack.ts'
import { App, titleOf } from './page/app.tsx'
import { pageText } from './page/page.text.ts'
import type { PageState } from './page/state.ts'
import { formsWithoutScript } from './plain-forms.tsx'

/** The icon of the browser's tab: a doorstep. */
const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 16 16%22%3E%3Crect width=%2216%22 height=%2216%22 rx=%223.5%22 fill=%22%230c5f56%22/%3E%3Cpath d=%22M5 11.5V4.5h6v7M2.8 12.2h10.4%22 fill=%22none%22 stroke=%22white%22 stroke-width=%221.4%22 stroke-linecap=%22round%22 stroke-linejoin=%22round%22/%3E%3C/svg%3E'

interface Parts {
  readonly state: PageState
  readonly index: Index
  /** The name of the style with a vendor's colours. */
  readonly themeStyle: string | null
  /** The tools that a form without a script may run. */
  readonly plain: readonly Runnable[]
}

/** The document: the first view as the script would draw it, what the script needs to go on, and forms for those without one. */
export function documentOf({ state, index, themeStyle, plain }: Parts): string {
  const { locale } = state
  const title = titleOf(pageText.say(locale, 'title', {}), state)
  const styles = [index.style, ...(themeStyle === null ? [] : [themeStyle])]
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<title>${escapeMarkup(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noarchive">
<link rel="icon" href="${ICON}">
${styles.map((name) => `<link rel="stylesheet" href="page/${name}">`).join('\n')}
${state.asked ? '' : `<link rel="preload" href="page/${index.world}" as="image" type="image/svg+xml" crossorigin>`}
<script type="module" src="page/${index.script}"></script>
</head>
<body>
<div id="app">${markupOf(<App state={state} />)}</div>
<noscript>${markupOf(formsWithoutScript(plain, state))}</noscript>
<script type="application/json" id="state">${JSON.stringify(state).replaceAll('<', '\\u003c')}</script>
</body>
</html>
`
}
