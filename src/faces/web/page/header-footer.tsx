import { useEffect, useState } from 'preact/hooks'
import type { Locale } from '../../../contract/text.ts'
import type { PageState } from './answers.ts'
import { store, stored } from './storage.ts'
import { UNTRANSLATED, useLocale, usePageWords } from './words.ts'

interface HeaderProps extends Pick<PageState, 'theme'> {
  readonly current: string
  speak(locale: Locale): void
}

/** Renders the name of the page, its three parts, and what can be set. */
export function Header({ theme, current, speak }: HeaderProps) {
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
