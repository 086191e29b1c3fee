import { otherPort } from '../router/index.ts'
import type { adviceText } from './advice.text.ts'
import type { HomeFound } from './fields.ts'

type Sentence = keyof typeof adviceText.en

interface Typed {
  readonly found: Pick<HomeFound, 'asked' | 'computer'>
  /** The doorstep outside, as it was named. */
  readonly server: string | null
}

/** The port in the example of a line, where none was named. */
export const EXAMPLE_PORT = 25_565

/** The verbs of the lines to type; any other sentence has the one that looks again. */
const VERBS: Partial<Record<Sentence, string>> = {
  'open-port': 'open',
  'prove-by-listening': 'listen',
  'check-issuance.proven': 'listen',
  'ask-provider.if-other-works': 'listen',
}
/** The sentences whose line works without a server. */
const ALONE: readonly Sentence[] = ['open-port', 'check-again', 'name-a-port']

/** Returns a port to try in the place of another. */
export function portInstead(port: number): number {
  const other = otherPort(port)
  return other === port ? port - 1 : other
}

/** Returns the line to type for a sentence. */
export function lineFor({ found, server }: Typed, sentence: Sentence): string {
  const { asked, computer } = found
  if (sentence.startsWith('allow-on-device.')) return computer.firewall?.line ?? ''
  const named = asked?.port ?? EXAMPLE_PORT
  const port = sentence === 'ask-provider.if-other-works' ? portInstead(named) : named
  const verb = VERBS[sentence]
  const hostname = /^[\w.-]+$/.test(asked?.hostname ?? '') ? asked?.hostname : undefined
  const isNamed = hostname !== undefined && (verb === undefined || sentence === 'check-issuance.proven')
  if (sentence === 'check-issuance') return `doorstep certificate-check ${hostname ?? 'NAME'} --server ${server ?? 'URL'}`
  const outside = server ?? (ALONE.includes(sentence) ? null : 'URL')
  const words = [
    verb === undefined ? `doorstep home --port ${port}` : `doorstep ${verb} ${port}`,
    ...(asked?.protocol === 'udp' ? ['--protocol udp'] : []),
    ...(isNamed ? [`--hostname ${hostname}`] : []),
    ...(sentence === 'compare-router-address' ? ['--router-wan-ip WAN'] : []),
    ...(outside === null ? [] : [`--server ${outside}`]),
  ]
  return words.join(' ')
}
