import type { Locale } from '../../../contract/text.ts'
import type { Theme } from './state.ts'
import { UNTRANSLATED } from './untranslated.ts'
import { LOOKS, type Look } from './use-look.ts'
import { useLocale, usePageWords } from './words.ts'

interface Props {
  readonly theme: Theme | null
  readonly look: Look
  readonly current: string
  speak(locale: Locale): void
  dress(look: Look): void
}

const NAMES: Readonly<Record<Locale, string>> = { en: 'English', ko: '한국어' }
const OTHER: Readonly<Record<Locale, Locale>> = { en: 'ko', ko: 'en' }

/** Renders the name of the page, its three parts, and what can be set. */
export function Header({ theme, look, current, speak, dress }: Props) {
  const say = usePageWords()
  const links = [
    { to: 'home', text: say('nav.home') },
    { to: 'tools', text: say('nav.tools') },
    { to: 'api', text: say('nav.api') },
  ]
  return (
    <header class="bar">
      <a class="brand" href="#home" {...UNTRANSLATED}>
        {theme?.logo ? <img src={theme.logo} alt="" height="28" /> : null}
        <span>{theme?.name ?? 'doorstep'}</span>
      </a>
      <nav>
        {links.map(({ to, text }) => (
          <a key={to} href={`#${to}`} aria-current={current === to ? 'page' : undefined}>
            {text}
          </a>
        ))}
      </nav>
      <div class="settings">
        <LookChoice look={look} dress={dress} />
        <LanguageChoice speak={speak} />
      </div>
    </header>
  )
}

/** Renders a link, so that it works without a script; with one, nothing is loaded again. */
function LanguageChoice({ speak }: Pick<Props, 'speak'>) {
  const other = OTHER[useLocale()]
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

function LookChoice({ look, dress }: Pick<Props, 'look' | 'dress'>) {
  const say = usePageWords()
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
