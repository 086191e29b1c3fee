import type { Static } from '@sinclair/typebox'
import type { Locale } from '../../contract/text.ts'
import { printSighting } from '../where/index.ts'
import type { ShownPort } from './check.ts'
import { printText } from './print.text.ts'
import type { WORDS } from './words.ts'

type Printed = Omit<ShownPort, 'proof' | 'identity'> & { readonly words: Static<typeof WORDS> }

/** Prints the finding on a port in the style of nmap: the port, what was found, and below it the way of the packets, with details what it means. */
export function printPort(answer: Printed, locale: Locale, details: boolean): string {
  const { ip, port, protocol, status, reason, latencyMs, service, where, words: said } = answer
  const words = printText.say(locale, isLeftAlone(reason) ? 'status.left-alone' : `status.${status}`, {})
  const found =
    reason === null || reason === 'no-answer' ? words : printText.say(locale, 'status-because', { status: words, reason })
  const time = latencyMs === null ? '' : `, ${latencyMs} ms`
  const evidence = details ? [said.meaning, ...(where?.evidence ?? []).map((one) => printSighting(one, locale))] : []
  const more = [said.way, said.identity, ...evidence].filter((line) => line !== null)
  return [`${ip} ${port}/${protocol}${service === null ? '' : ` (${service})`}: ${found}${time}`, ...more, ''].join('\n')
}

function isLeftAlone(reason: Printed['reason']): boolean {
  return reason === 'not-needed' || reason === 'console-only'
}
