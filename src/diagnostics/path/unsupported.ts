import { Refusal } from '../../contract/problem.ts'
import { ECHO_REMEDIES } from '../../net/abilities.ts'
import { unsupportedText } from './unsupported.text.ts'

/** Refuses a check that this machine cannot run: 503, with the setting to change. */
export function refuseUnsupported(check: 'ping' | 'trace'): never {
  throw new Refusal('unsupported-on-host', (locale) =>
    process.platform === 'linux'
      ? unsupportedText.say(locale, check, ECHO_REMEDIES)
      : unsupportedText.say(locale, 'other-system', {}),
  )
}
