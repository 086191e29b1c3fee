import { ForeignProblem, PROBLEM_STATUS } from '../../contract/problem.ts'
import type { Locale } from '../../contract/text.ts'
import { codeOf } from '../../platform/error-code.ts'
import type { ListeningSeen, Sources } from '../computer/index.ts'
import { listenText } from '../tools/listen.text.ts'
import { asTyped } from '../world.ts'

/** The subject of a refusal. */
interface Refused {
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  readonly bind: string | null
  readonly server: URL
  readonly platform: Sources['platform']
  readonly listening: ListeningSeen | null
  readonly locale: Locale
}

/** The codes of this command, which are the keys of their titles. */
type Code = 'no-server' | 'port-in-use' | 'not-permitted' | 'no-listening' | 'not-asked'

/** Returns a problem in words of this command. */
export function problemOf(code: Code, detail: string, locale: Locale): ForeignProblem {
  const type = `urn:doorstep:problem:${code}`
  const status = PROBLEM_STATUS['invalid-request']
  return new ForeignProblem({ type, title: listenText.say(locale, code, {}), status, code, detail })
}

/** Returns why this computer cannot listen, from the error of the system. */
export function problemIn(error: unknown, refused: Refused): ForeignProblem | null {
  const { bind, locale } = refused
  const code = codeOf(error)
  if (code === 'EADDRINUSE') return problemOf('port-in-use', inUse(refused), locale)
  if (code === 'EACCES' || code === 'EPERM') return problemOf('not-permitted', notPermitted(refused), locale)
  if (code === 'EADDRNOTAVAIL' && bind !== null)
    return problemOf('no-listening', listenText.say(locale, 'not-own', { address: bind }), locale)
  return code === '' ? null : problemOf('no-listening', code, locale)
}

function inUse({ port, protocol, server, listening, locale }: Refused): string {
  const program = listening?.program ?? listenText.say(locale, 'another-program', {})
  const slots = { program, port, protocol: protocol.toUpperCase() }
  if (!listening?.onlyLoopback)
    return listenText.say(locale, 'port-in-use-by', { ...slots, asked: protocol, server: asTyped(server) })
  return listenText.say(locale, 'port-in-use-inside', { ...slots, addresses: listening.addresses.join(', ') })
}

function notPermitted({ port, protocol, server, platform, locale }: Refused): string {
  if (platform === 'win32') return listenText.say(locale, 'not-permitted-windows', { asked: protocol })
  return listenText.say(locale, platform === 'linux' ? 'not-permitted-linux' : 'not-permitted-mac', {
    port,
    server: asTyped(server),
  })
}
