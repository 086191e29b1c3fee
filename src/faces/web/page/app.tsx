import { useContext, useEffect, useState } from 'preact/hooks'
import { RESULT_PREFIX } from '../../../contract/result-link.ts'
import type { Locale } from '../../../contract/text.ts'
import {
  Actions,
  type ListedTool,
  OtherPlaces,
  type PageState,
  type Request,
  type ResultActions,
  type Visitor,
} from './answers.ts'
import { AskTool, askingBoth, askTool, useOperations, waysOf } from './ask.ts'
import { Reach } from './reach.tsx'
import { CHECK, isOf, remembered, store, stored, useRun } from './runs.ts'
import { ToolList } from './tool-list.tsx'
import type { Opening } from './tool-view.tsx'
import { HOME, linkTo, nameInAddress, type Route, useRoute, useTitle } from './use-route.ts'
import { WithViews } from './with-views.tsx'
import { Language, UNTRANSLATED, useLocale, usePageWords } from './words.ts'
import { useVisitor, You } from './you.tsx'

/** Renders the whole page: the same in the document that the server writes and in the browser that takes it over. */
export function App({ state }: { state: PageState }) {
  const [locale, setLocale] = useState(state.locale)
  const speak = (next: Locale) => {
    setLocale(next)
    document.documentElement.lang = next
    history.replaceState(null, '', `?lang=${next}${location.hash}`)
  }
  return (
    <Language.Provider value={locale}>
      <OtherPlaces.Provider value={state.places}>
        <Frame state={state} speak={speak} />
      </OtherPlaces.Provider>
    </Language.Provider>
  )
}

function Frame({ state, speak }: { state: PageState; speak(locale: Locale): void }) {
  const say = usePageWords()
  const [route, setRoute] = useRoute(state.asked ? { ...HOME, name: state.asked.tool } : HOME)
  const [opening, open] = useOpening(route, setRoute)
  const actions = { ...useContext(Actions), open }
  const visitor = useVisitor(state)
  const tools = useListed(state)
  const listed = tools.find(({ name }) => name === route.name)
  const view = listed ? null : viewOf(route)
  const isHome = view === 'home'
  const others = () => state.origins.filter((origin) => origin !== location.origin).map((origin) => `${origin}/`)
  // The visitor's address at the other origins goes with it.
  const ask = askingBoth(askTool, () => waysOf(visitor, others()))
  // The first view and the tools name themselves.
  useTitle(view === null || isHome ? null : say(view === 'none' ? view : `nav.${view}`))
  return (
    <AskTool.Provider value={ask}>
      <SkipLink />
      <Header theme={state.theme} current={isHome ? 'home' : route.name} speak={speak} />
      <main id="main" class={isHome ? 'home' : undefined} tabIndex={-1}>
        <Actions.Provider value={actions}>
          <Home isShown={isHome} route={route} state={state} visitor={visitor} />
          {listed ? <Chosen listed={listed} route={route} opening={opening} state={state} /> : null}
        </Actions.Provider>
        {view === 'none' ? <h1 class="none">{say('none')}</h1> : null}
        {view === 'api' ? <WithViews draw={({ ApiReference }) => <ApiReference part={route.part} />} /> : null}
        <Linked route={route} tools={tools} />
        <div class="later-tools" hidden={!isHome && view !== 'tools' && view !== 'none'}>
          <ToolList tools={tools} isAlone={view === 'tools'} />
        </div>
      </main>
      <div class="later-footer">
        <Footer {...state} />
      </div>
    </AskTool.Provider>
  )
}

function viewOf({ name }: Route): 'home' | 'tools' | 'api' | 'result' | 'none' {
  if (name.startsWith(RESULT_PREFIX)) return 'result'
  if (name === 'tools' || name === 'api') return name
  // The skip link leads to the content, also before the script has come.
  return ['', 'home', 'main', CHECK].includes(name) ? 'home' : 'none'
}

/** Returns the request that was chosen on this page, if its tool is shown, and how to choose one. */
function useOpening(route: Route, setRoute: (route: Route) => void): [Opening | null, ResultActions['open']] {
  const [opening, setOpening] = useState<Opening | null>(null)
  // It runs once; coming back by a link only shows the form.
  useEffect(() => setOpening((last) => (last?.tool === route.name && route.values.size === 0 ? last : null)), [route])
  const open = (tool: string, request: Request) => {
    // At once, or the view of the address before would run it as well.
    setRoute({ ...HOME, name: tool })
    setOpening({ tool, request })
    location.hash = `#${tool}`
  }
  return [opening, open]
}

/** Renders the link to the content. The part behind `#` names a view, so the script moves the focus itself. */
function SkipLink() {
  const say = usePageWords()
  const skip = (event: Event) => {
    event.preventDefault()
    document.getElementById('main')?.focus()
  }
  return (
    // biome-ignore lint/a11y/useValidAnchor: it leads to the content, without a script as well
    <a class="skip" href="#main" onClick={skip}>
      {say('skip')}
    </a>
  )
}

interface HomeProps {
  readonly isShown: boolean
  readonly route: Route
  readonly state: PageState
  readonly visitor: Visitor
}

/** Renders the first view. Its results stay while another view is shown. */
function Home({ isShown, route: { name, values }, state, visitor }: HomeProps) {
  const locale = useLocale()
  const runner = useRun(CHECK, () => null)
  const { run } = runner
  const { origins, isAtHome } = state
  const isNamed = isShown && name === CHECK
  const say = usePageWords()
  useTitle(isShown ? say('title') : null, run?.request, state.visitor.ip)
  useEffect(() => {
    if (isNamed && !(run && isOf(run, CHECK, values))) runner.show(remembered(CHECK, values))
    else if (isShown && run) nameInAddress(linkTo(CHECK, run.request), locale)
  }, [isShown, name, `${values}`])
  if (!isShown) return null
  return (
    <>
      <You visitor={visitor} origins={origins} isAtHome={isAtHome} />
      <Reach key={`${isNamed ? values : ''}`} runner={runner} linked={isNamed ? values : HOME.values} isAtHome={isAtHome} />
    </>
  )
}

function Linked({ route: { name }, tools }: { route: Route; tools: readonly ListedTool[] }) {
  const data = name.startsWith(RESULT_PREFIX) ? name.slice(RESULT_PREFIX.length) : null
  if (data === null) return null
  return <WithViews draw={({ LinkedView }) => <LinkedView key={data} data={data} tools={tools} />} />
}

interface ChosenProps extends Pick<HomeProps, 'route' | 'state'> {
  readonly listed: ListedTool
  readonly opening: Opening | null
}

function Chosen({ listed, route, opening, state }: ChosenProps) {
  const { asked, locale } = state
  return (
    <WithViews
      draw={({ ToolView }) => (
        <ToolView
          key={`${listed.name} ${route.values}`}
          listed={listed}
          linked={route.values}
          opening={opening?.tool === listed.name ? opening : null}
          brought={asked?.tool === listed.name && route.values.size === 0 ? { ...asked, locale, events: [] } : null}
          own={state.visitor.ip}
        />
      )}
    />
  )
}

/** Returns the list in the language of the page; the document brings that of its own. */
function useListed(state: PageState): readonly ListedTool[] {
  const locale = useLocale()
  const operations = useOperations(locale !== state.locale)
  if (!operations || locale === state.locale) return state.tools
  return state.tools.map((tool) => operations.find(({ name }) => name === tool.name) ?? tool)
}

interface HeaderProps extends Pick<PageState, 'theme'> {
  readonly current: string
  speak(locale: Locale): void
}

/** Renders the name of the page, its three parts, and what can be set. */
function Header({ theme, current, speak }: HeaderProps) {
  const say = usePageWords()
  return (
    <header class="bar">
      <a class="brand" href="#home" {...UNTRANSLATED}>
        {theme?.logo ? <img src={theme.logo} alt="" height="28" /> : null}
        <span>{theme?.name ?? 'doorstep'}</span>
      </a>
      <nav>
        {(['home', 'tools', 'api'] as const).map((to) => (
          <a key={to} href={`#${to}`} aria-current={current === to ? 'page' : undefined}>
            {say(`nav.${to}`)}
          </a>
        ))}
      </nav>
      <div class="settings">
        <LookChoice />
        <LanguageChoice speak={speak} />
      </div>
    </header>
  )
}

const NAMES: Readonly<Record<Locale, string>> = { en: 'English', ko: '한국어' }

/** Renders a link, so that it works without a script; with one, nothing is loaded again. */
function LanguageChoice({ speak }: Pick<HeaderProps, 'speak'>) {
  const other = useLocale() === 'en' ? 'ko' : 'en'
  const choose = (event: Event) => {
    event.preventDefault()
    speak(other)
  }
  return (
    <a class="language" href={`?lang=${other}`} lang={other} hreflang={other} onClick={choose}>
      {NAMES[other]}
    </a>
  )
}

/** Renders the choice of a look: that of the device unless a visitor chooses. */
function LookChoice() {
  const say = usePageWords()
  const [look, setLook] = useState<Look>('auto')
  useEffect(() => setLook(lookBefore()), [])
  const dress = (next: Look) => {
    setLook(next)
    store('look', next === 'auto' ? null : next)
    wear(next)
  }
  return (
    <label class="look">
      <span class="hidden">{say('look')}</span>
      <select value={look} onChange={({ currentTarget }) => dress(LOOKS.find((one) => one === currentTarget.value) ?? 'auto')}>
        {LOOKS.map((one) => (
          <option key={one} value={one} selected={one === look}>
            {say(`look.${one}`)}
          </option>
        ))}
      </select>
    </label>
  )
}

const LOOKS = ['auto', 'light', 'dark', 'contrast'] as const
type Look = (typeof LOOKS)[number]

function lookBefore(): Look {
  return LOOKS.find((one) => one === stored('look')) ?? 'auto'
}

/** Sets the look chosen on this device before; called before the first drawing, so that nothing flashes. */
export const dressAsBefore = (): void => wear(lookBefore())

function wear(look: Look): void {
  if (look === 'auto') delete document.documentElement.dataset.look
  else document.documentElement.dataset.look = look
}

/** Renders the credits that the licences ask for, and what the page does not do. */
export function Footer({ credits, theme, version }: Pick<PageState, 'credits' | 'theme' | 'version'>) {
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
