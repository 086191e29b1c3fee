import { ForeignProblem, PROBLEM_STATUS } from '../../contract/problem.ts'
import type { Locale } from '../../contract/text.ts'
import { codeOf } from '../../platform/misfit.ts'
import type { ComputerSeen } from '../computer/index.ts'
import type { HomeWorld } from '../define.ts'
import { listenText } from './listen.text.ts'

/** The codes of this command, which are the keys of their titles. */
type Code = 'no-server' | 'port-in-use' | 'not-permitted' | 'no-listening' | 'not-asked'

export function listenProblem(code: Code, detail: string, locale: Locale): ForeignProblem {
  const type = `urn:doorstep:problem:${code}`
  const status = PROBLEM_STATUS['invalid-request']
  return new ForeignProblem({ type, title: listenText.say(locale, code, {}), status, code, detail })
}

interface Binding extends Pick<ComputerSeen, 'listening'>, Pick<HomeWorld['sources'], 'platform'> {
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  readonly bind: string | null
  readonly server: string
}

const NOT_PERMITTED = {
  linux: 'not-permitted-linux',
  win32: 'not-permitted-windows',
  darwin: 'not-permitted-mac',
  other: 'not-permitted-mac',
} as const

/** Returns why this computer cannot listen, from the error of the system; null for any other error. */
export function bindProblem(error: unknown, binding: Binding, locale: Locale): ForeignProblem | null {
  const { port, protocol: asked, bind, server, platform, listening } = binding
  const code = codeOf(error)
  const slots = { port, protocol: asked.toUpperCase(), asked, server }
  if (code === 'EADDRINUSE') {
    const program = listening?.program ?? listenText.say(locale, 'another-program', {})
    const key = listening?.onlyLoopback ? 'port-in-use-inside' : 'port-in-use-by'
    const named = { ...slots, program, addresses: listening?.addresses.join(', ') ?? '' }
    return listenProblem('port-in-use', listenText.say(locale, key, named), locale)
  }
  if (code === 'EACCES' || code === 'EPERM')
    return listenProblem('not-permitted', listenText.say(locale, NOT_PERMITTED[platform], slots), locale)
  if (code === 'EADDRNOTAVAIL' && bind !== null)
    return listenProblem('no-listening', listenText.say(locale, 'not-own', { address: bind }), locale)
  return code === '' ? null : listenProblem('no-listening', code, locale)
}
