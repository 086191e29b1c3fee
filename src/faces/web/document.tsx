import { renderToStaticMarkup } from 'preact-render-to-string'
import type { Locale } from '../../contract/text.ts'
import type { Runnable } from '../../run/run.ts'
import { ICON, type PagePack } from './assets.ts'
import { App, Footer } from './page/app.tsx'
import { pageText } from './page/page.text.ts'
import type { PageState } from './page/state.ts'
import { titleOf } from './page/use-route.ts'
import * as views from './page/views.tsx'
import { provide } from './page/with-views.tsx'
import { Language } from './page/words.ts'
import { formsWithoutScript } from './plain-forms.tsx'
import { documentText } from './web.text.ts'

const ICON_URL = `data:image/svg+xml,${ICON.replaceAll('"', '%22').replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll('#', '%23')}`

provide(views)

interface FirstView {
  readonly state: PageState
  readonly pack: PagePack
  /** The name of the style with a vendor's colours. */
  readonly themeStyle: string | null
  /** The tools that a form without a script may run. */
  readonly plain: readonly Runnable[]
}

/** Returns the document: the first view as the script would draw it, what the script needs to go on, and forms for those without one. */
export function documentOf({ state, pack, themeStyle, plain }: FirstView): string {
  const { locale, theme, asked, isAtHome } = state
  const styles = [pack.style, ...(themeStyle === null ? [] : [themeStyle])]
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
${renderToStaticMarkup(<Describing name={theme?.name ?? 'doorstep'} locale={locale} />)}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noarchive">
<link rel="icon" href="${ICON_URL}">
${styles.map((name) => `<link rel="stylesheet" href="page/${name}">`).join('\n')}
${asked || isAtHome ? '' : `<link rel="preload" href="page/${pack.world}" as="image" type="image/svg+xml" crossorigin>`}
${pack.shared.map((name) => `<link rel="modulepreload" href="page/${name}">`).join('\n')}
<script type="module" src="page/${pack.script}"></script>
</head>
<body>
<div id="app">${renderToStaticMarkup(<App state={state} />)}</div>
<noscript>${renderToStaticMarkup(<WithoutScript plain={plain} state={state} />)}</noscript>
<script type="application/json" id="state">${JSON.stringify(state).replaceAll('<', '\\u003c')}</script>
</body>
</html>
`
}

/** Renders what tabs, bookmarks and previews of links show: not the address, since whoever makes a preview would see its own there. */
function Describing({ name, locale }: { name: string; locale: Locale }) {
  const [title, description] = [titleOf(pageText.say(locale, 'title', {}), name), documentText.say(locale, 'description', {})]
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={name} />
    </>
  )
}

/** Renders the forms, and the footer below them: that of the page is above, and not shown. */
function WithoutScript({ plain, state }: Pick<FirstView, 'plain' | 'state'>) {
  return (
    <Language.Provider value={state.locale}>
      {formsWithoutScript(plain, state)}
      <Footer credits={state.credits} theme={state.theme} version={state.version} />
    </Language.Provider>
  )
}
