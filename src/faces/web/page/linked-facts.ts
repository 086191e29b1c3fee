import { isRecord } from '../../../contract/record.ts'
import { isAboutOthers, type LinkedResult } from '../../../contract/result-link.ts'
import type { Say } from '../../../contract/text.ts'
import { linkedFoundText } from './linked-found.text.ts'
import { linkedStepText } from './linked-step.text.ts'
import type { Fact } from './results/facts.tsx'

type Fields = Readonly<Record<string, unknown>>
type FoundSay = Say<typeof linkedFoundText.en>
type StepSay = Say<typeof linkedStepText.en>

/** The forms of values. Anybody can write a link, so nothing in it is shown that could be a sentence. */
const NAME = /^(?=.{1,255}$)(?:[\w*-]{1,63}\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})\.?$/i
const ADDRESS = /^(?=.{3,45}$)[\da-f]{0,4}[.:][\da-fx.:]+$/
const PREFIX = /^[\da-f.:]{3,45}\/\d{1,3}$/
const PORTS = /^\d{1,5}(?:-\d{1,5})?$/
const RECORD = /^[A-Z][A-Z\d]{0,9}$/
const COUNTRY = /^[A-Z]{2}$/
/** Names in one answer of a name server: with more of them, it could be a sentence. */
const NAMES_MAX = 2
/** The longest id of the catalogue has 22 letters, and four words. */
const ID = /^(?=.{1,30}$)[a-z\d]+(?:-[a-z\d]+){0,3}$/
const SHOWN_MAX = 12
/** Names of strangers in a row: of more, the number is shown. */
export const NAMES_SHOWN_MAX = 3

/** Returns the rows of a result that a page has labels and words for, in the order of their weight; the others are left aside. */
export function factsIn(result: LinkedResult, say: FoundSay, sayStep: StepSay): Fact[] {
  const rows: readonly (readonly [Parameters<FoundSay>[0] & `field.${string}`, string | null])[] = [
    ['field.name', fitting(NAME, result.domain, result.hostname, result.host, result.target)],
    ['field.url', urlIn(result.finalUrl ?? result.url)],
    ['field.address', addressesIn(result)],
    ['field.port', portIn(result)],
    ['field.record', fitting(RECORD, result.recordType)],
    ['field.values', valuesIn(result.values)],
    ['field.hostnames', namesIn(result.hostnames)],
    ['field.end', endIn(result, sayStep)],
    ['field.rule', ruleIn(result, sayStep)],
    ['field.nat', wordIn('nat', result.nat, say)],
    ['field.status', isRecord(result.http) ? numberIn(result.http.status) : numberIn(result.status)],
    ['field.replies', isRecord(result.packets) ? repliesIn(result.packets) : null],
    ['field.average', isRecord(result.rttMs) ? numberIn(result.rttMs.avg, ' ms') : null],
    ['field.hops', Array.isArray(result.hops) ? String(result.hops.length) : null],
    ['field.days', isRecord(result.certificate) ? numberIn(result.certificate.daysRemaining) : null],
    ['field.dnssec', wordIn('dnssec', result.dnssec, say)],
    ['field.country', fitting(COUNTRY, result.countryCode)],
    ['field.as', asIn(result)],
    ['field.prefix', fitting(PREFIX, result.prefix)],
  ]
  return rows.map(([label, value]) => [say(label), value])
}

/** Returns a name of a link; null if it could be a word of a sentence. */
export function nameIn(value: unknown): string | null {
  return fitting(NAME, value)
}

/** Returns names of a link in a row, or the number of so many that they could be a sentence. */
function namesIn(values: unknown): string | null {
  const names = Array.isArray(values) ? values.flatMap((value) => nameIn(value) ?? []) : []
  return names.length > NAMES_SHOWN_MAX ? String(names.length) : names.join(', ') || null
}

/** Returns the fields for the form of its tool: whoever reads a result may want to run it themselves. */
export function requestIn(result: LinkedResult): URLSearchParams {
  const { tool, service, router, protocol } = result
  const fields: Readonly<Record<string, string | null>> = {
    domain: fitting(NAME, result.domain),
    host: fitting(NAME, result.host) ?? fitting(ADDRESS, result.host),
    target: fitting(NAME, result.target) ?? fitting(ADDRESS, result.target),
    url: urlIn(result.url),
    ip: isAboutOthers(tool) ? fitting(ADDRESS, result.ip) : null,
    recordType: fitting(RECORD, result.recordType),
    port: numberIn(result.port),
    protocol: numberIn(result.port) && (protocol === 'tcp' || protocol === 'udp') ? protocol : null,
    useCase: isRecord(service) ? idIn(service.id) : null,
    routerBrand: isRecord(router) ? idIn(router.id) : null,
  }
  return new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
}

function fitting(form: RegExp, ...values: readonly unknown[]): string | null {
  const found = values.find((value) => typeof value === 'string' && form.test(value))
  return typeof found === 'string' ? found : null
}

function idIn(value: unknown): string | null {
  return fitting(ID, value)
}

function numberIn(value: unknown, unit = ''): string | null {
  return typeof value === 'number' ? `${Math.round(value * 10) / 10}${unit}` : null
}

/** Returns the server of a URL: its path could be a sentence. */
function urlIn(value: unknown): string | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return null
  const { protocol, origin, hostname } = new URL(value)
  const isHost = fitting(NAME, hostname) ?? fitting(ADDRESS, hostname.replace(/^\[|\]$/g, ''))
  return isHost !== null && (protocol === 'http:' || protocol === 'https:') ? origin : null
}

function addressesIn({ ip, publicIp, address, resolved }: Fields): string | null {
  return fitting(ADDRESS, ip, publicIp, address, isRecord(resolved) ? resolved.address : null)
}

function portIn({ port, protocol, ports }: Fields): string | null {
  const one = numberIn(port)
  if (one !== null) return `${protocol === 'udp' ? 'UDP' : 'TCP'} ${one}`
  const rules = Array.isArray(ports) ? ports.filter(isRecord).filter(({ forward }) => forward !== false) : []
  const known = rules.flatMap(({ external, protocol: used }) => {
    const range = fitting(PORTS, external)
    return range === null ? [] : [`${used === 'udp' ? 'UDP' : 'TCP'} ${range}`]
  })
  return known.length === 0 ? null : known.slice(0, SHOWN_MAX).join(', ')
}

/** Texts of strangers are counted, but not said. */
function valuesIn(values: unknown): string | null {
  if (!Array.isArray(values) || values.length === 0) return null
  const shown = values.filter((one) => typeof one === 'string' && isPlain(one))
  const named = shown.filter((one) => fitting(ADDRESS, one) === null)
  const isTooMuch = shown.length === 0 || named.length > NAMES_SHOWN_MAX
  return isTooMuch ? String(values.length) : shown.slice(0, SHOWN_MAX).join(', ')
}

/** Returns whether an answer of a name server has only numbers, and a name or an address: the host of a mail server, the ones of a zone. */
function isPlain(value: string): boolean {
  const names = value.split(' ').filter((word) => !/^\d+$/.test(word))
  return names.length <= NAMES_MAX && names.every((word) => fitting(NAME, word) ?? fitting(ADDRESS, word))
}

function endIn({ where, proof }: Fields, sayStep: StepSay): string | null {
  const isProof = proof === 'proven' || proof === 'someone-else'
  return isProof
    ? stepSentence(`port-${proof}`, sayStep)
    : isRecord(where)
      ? stepSentence(`port-${where.verdict}`, sayStep)
      : null
}

function ruleIn({ where }: Fields, sayStep: StepSay): string | null {
  const rule = isRecord(where) ? where.forwardingRule : null
  return rule === 'proven' ? sayStep('router-forwards') : rule === 'not-seen' ? sayStep('router-rule-not-seen') : null
}

/** Returns the sentence for the code of a step; null if there is none, as in a link of a newer server. */
export function stepSentence(code: string, sayStep: StepSay): string | null {
  return isStep(code) ? sayStep(code) : null
}

function isStep(code: string): code is keyof typeof linkedStepText.en {
  return Object.hasOwn(linkedStepText.en, code)
}

export function isFound(key: string): key is keyof typeof linkedFoundText.en {
  return Object.hasOwn(linkedFoundText.en, key)
}

function wordIn(kind: string, value: unknown, say: FoundSay): string | null {
  const key = `${kind}.${value}`
  return isFound(key) ? say(key) : null
}

function repliesIn({ received, sent }: Fields): string | null {
  const [came, all] = [numberIn(received), numberIn(sent)]
  return came === null || all === null ? null : `${came} / ${all}`
}

function asIn({ asn, asns }: Fields): string | null {
  const all = [asn, ...(Array.isArray(asns) ? asns.filter(isRecord).map((one) => one.asn) : [])]
  const known = [...new Set(all.filter((one) => typeof one === 'number'))]
  return known.length === 0
    ? null
    : known
        .slice(0, SHOWN_MAX)
        .map((number) => `AS${number}`)
        .join(', ')
}
