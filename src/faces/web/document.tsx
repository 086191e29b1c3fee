import { renderToStaticMarkup } from 'preact-render-to-string'
import { type Locale, sayIn } from '../../contract/text.ts'
import { bodySchemaIn } from '../../operations/registry/describe.ts'
import type { Runnable } from '../../operations/run/run.ts'
import { ICON, type PagePack } from './assets.ts'
import type { PageState } from './page/answers.ts'
import { App, Footer } from './page/app.tsx'
import { choicesOf, controlKindOf } from './page/fields.ts'
import { formsText } from './page/forms.text.ts'
import { pageText } from './page/page.text.ts'
import { titleOf } from './page/use-route.ts'
import * as views from './page/views.tsx'
import { provide } from './page/with-views.tsx'
import { Language } from './page/words.ts'
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

/** The field that names the tool in the address of the page. */
export const RUN = 'run'

/**
 * Renders forms for browsers without a script, which come back to the page with the result, only for tools that send nothing to others; below
 * them the footer, since that of the page is above, and not shown.
 */
function WithoutScript({ plain, state: { locale, asked, credits, theme, version } }: Pick<FirstView, 'plain' | 'state'>) {
  const say = sayIn(documentText, locale)
  return (
    <Language.Provider value={locale}>
      <section class="plain-forms" aria-labelledby="plain">
        <h2 id="plain">{say('plain')}</h2>
        <form method="get" action="api/tools/port-check" id="plain-port">
          <h3>{say('check')}</h3>
          <input type="hidden" name="format" value="text" />
          <div class="field">
            <label for="plain-port-number">{say('port')}</label>
            <input id="plain-port-number" name="port" inputmode="numeric" required />
          </div>
          <button type="submit" class="button main">
            {pageText.say(locale, 'reach.go', {})}
          </button>
        </form>
        <p>{say('why')}</p>
        {plain.map((runnable) => (
          <details key={runnable.name} open={asked?.tool === runnable.name}>
            <summary>
              <strong>{runnable.tool.text.say(locale, 'title', {})}</strong> <code>{runnable.name}</code>:{' '}
              {runnable.tool.text.say(locale, 'summary', {})}
            </summary>
            <PlainForm runnable={runnable} locale={locale} values={asked?.tool === runnable.name ? asked.request : {}} />
          </details>
        ))}
      </section>
      <Footer credits={credits} theme={theme} version={version} />
    </Language.Provider>
  )
}

/** Kinds of fields that cannot be filled in without a script. */
const NEEDS_SCRIPT: readonly string[] = ['rows', 'choices', 'json']

interface PlainProps {
  readonly runnable: Runnable
  readonly locale: Locale
  readonly values: Readonly<Record<string, unknown>>
}

function PlainForm({ runnable: { name, tool }, locale, values }: PlainProps) {
  const { properties = {}, required = [] } = bodySchemaIn(tool, locale) ?? {}
  const fields = Object.entries(properties).filter(([field, schema]) => !NEEDS_SCRIPT.includes(controlKindOf(field, schema)))
  return (
    <form method="get" action="./" id={`plain-${name}`}>
      <input type="hidden" name={RUN} value={name} />
      <input type="hidden" name="lang" value={locale} />
      {fields.map(([field, schema]) => (
        <div key={field} class="field">
          <label for={`plain-${name}-${field}`}>
            {schema.title}
            {required.includes(field) ? null : <span class="quiet small"> {documentText.say(locale, 'optional', {})}</span>}
          </label>
          <PlainField
            id={`plain-${name}-${field}`}
            name={field}
            required={required.includes(field)}
            choices={choicesOf(field, schema)}
            value={String(values[field] ?? '')}
          />
          <p class="quiet small">{schema.description}</p>
        </div>
      ))}
      <button type="submit" class="button main">
        {formsText.say(locale, 'form.run', {})}
      </button>
    </form>
  )
}

/** Renders a list of the choices if there are any, with nothing chosen at first; otherwise a text field. */
function PlainField({ choices, value, ...named }: { choices: readonly string[]; value: string; [attribute: string]: unknown }) {
  if (choices.length === 0) return <input {...named} value={value} />
  return (
    <select {...named}>
      {['', ...choices].map((choice) => (
        <option key={choice} value={choice} selected={choice === value}>
          {choice}
        </option>
      ))}
    </select>
  )
}
