import { isRecord } from '../../../contract/record.ts'
import type { Method, MethodVerdict } from '../../../issuance/fields.ts'
import type { NextAction, ToolAnswer } from './answers.ts'

/** An answer about a certificate, as far as it is drawn: from a server of any version. */
export interface Issuance {
  readonly domain: string
  readonly isWildcard: boolean
  readonly methods: readonly MethodFinding[]
  readonly best: Method | null
  /** The name with CAA records, and the authorities that they allow. */
  readonly caa: { readonly found: string; readonly issuers: readonly string[] }
  readonly addresses: readonly AddressFinding[]
  readonly commands: readonly { readonly kind: string; readonly note: string; readonly lines: readonly string[] }[]
}

export interface MethodFinding {
  readonly method: Method
  readonly verdict: MethodVerdict
  readonly problems: readonly IssuanceProblem[]
}

export interface IssuanceProblem {
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly address: string
  readonly text: string
}

interface AddressFinding {
  readonly address: string
  readonly http: PortAnswer | null
  readonly tls: PortAnswer | null
}

export interface PortAnswer {
  readonly outcome: string
  readonly status: number | null
  readonly server: string
  readonly alert: number | null
  readonly redirects: readonly string[]
}

const METHODS: readonly Method[] = ['http-01', 'tls-alpn-01', 'dns-01']
const VERDICTS: readonly MethodVerdict[] = ['would-work', 'would-fail', 'cannot-tell']

/** Reads an answer; null if it is not about a certificate. */
export function issuanceIn(answer: Readonly<Record<string, unknown>>): Issuance | null {
  const methods = recordsIn(answer.methods).flatMap(methodIn)
  if (methods.length === 0) return null
  const caa = isRecord(answer.caa) ? answer.caa : {}
  const isWildcard = answer.wildcard === true
  const wildcardIssuers = isWildcard ? textsIn(caa.wildcardIssuers) : []
  return {
    domain: textIn(answer.unicodeDomain) || textIn(answer.domain),
    isWildcard,
    methods,
    best: METHODS.find((method) => method === answer.best) ?? null,
    caa: { found: textIn(caa.found), issuers: wildcardIssuers.length > 0 ? wildcardIssuers : textsIn(caa.issuers) },
    addresses: recordsIn(answer.addresses).map(({ address, http, tls }) => ({
      address: textIn(address),
      http: portIn(http),
      tls: portIn(tls),
    })),
    commands: recordsIn(answer.commands).map(({ program, note, lines }) => ({
      kind: textIn(program),
      note: textIn(note),
      lines: textsIn(lines),
    })),
  }
}

/** The actions that have the lines of a program. */
const ACTIONS_OF: Readonly<Record<string, string>> = {
  certbot: 'use-certbot',
  caddy: 'use-caddy',
  caddyfile: 'use-caddy',
  'acme.sh': 'use-acme-sh',
}

/** Returns the next actions of an answer, without those that would say lines again which are drawn. */
export function actionsBesideLines(answer: ToolAnswer): readonly NextAction[] {
  const drawn = issuanceIn(answer)?.commands.flatMap(({ kind }) => ACTIONS_OF[kind] ?? []) ?? []
  return (answer.nextActions ?? []).filter(({ code }) => !drawn.includes(code))
}

function methodIn({ method, verdict, problems }: Readonly<Record<string, unknown>>): MethodFinding[] {
  const [known, found] = [METHODS.find((one) => one === method), VERDICTS.find((one) => one === verdict)]
  if (!known || !found) return []
  const shown = recordsIn(problems).map(({ code, severity, address, text }) => ({
    ...{ code: textIn(code), address: textIn(address), text: textIn(text) },
    severity: severity === 'error' ? ('error' as const) : ('warning' as const),
  }))
  return [{ method: known, verdict: found, problems: shown }]
}

function portIn(value: unknown): PortAnswer | null {
  if (!isRecord(value)) return null
  const redirects = recordsIn(value.redirects).map(({ status, location }) => `${numberIn(status) ?? ''} ${textIn(location)}`)
  const { outcome, status, server, alert } = value
  return { outcome: textIn(outcome), status: numberIn(status), server: textIn(server), alert: numberIn(alert), redirects }
}

function recordsIn(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function numberIn(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
