import { useContext, useEffect, useState } from 'preact/hooks'
import type { Locale } from '../../../contract/text.ts'
import { Actions, type HomeFields, type Plan, type Request } from './answers.ts'
import { askTool } from './ask.ts'
import { PLAN } from './requests.ts'
import { CHECK_TOOL } from './runs.ts'
import { store, storedFields } from './storage.ts'
import { useLocale } from './words.ts'

/** Returns the plan among what a step found. */
export function planIn(result: Readonly<Record<string, unknown>> | null): Plan | null {
  // A seam: what has rules is a plan, by the schema of the tool.
  return result !== null && Array.isArray(result.rules) ? (result as unknown as Plan) : null
}

/** Pause after the last key before the plan is requested again. */
const TYPING_MS = 300

function homeIn(request: Request): HomeFields {
  const read = (field: keyof HomeFields) => String(request[field] ?? '')
  return { routerBrand: read('routerBrand'), internalIp: read('internalIp'), routerWanIp: read('routerWanIp') }
}

/** Keeps what was typed with the fields of a tool, for its next request. */
function keep(tool: string, home: HomeFields): void {
  store(`tool:${tool}`, JSON.stringify(withHome(storedFields(tool), home)))
}

/** Returns a request with what was typed in place of what it said of the visitor's home. */
export function withHome({ routerBrand: _, internalIp: __, routerWanIp: ___, ...rest }: Request, home: HomeFields): Request {
  const brand = home.routerBrand.trim()
  const addresses = (['internalIp', 'routerWanIp'] as const).map((field) => [field, home[field].trim()] as const)
  const whole = Object.fromEntries(addresses.filter(([, address]) => isIpv4(address)))
  return { ...rest, ...(brand === '' ? {} : { routerBrand: brand }), ...whole }
}

/**
 * Returns the plan for the router that the visitor names: the one in the answer, and as soon as something is typed, or steps are missing
 * in it, that of a request for the plan alone. Nothing is checked again for it.
 */
export function usePlan(known: Plan | null, base: Request) {
  const locale = useLocale()
  const typed = useContext(Actions)
  const first = homeIn(base)
  const home = homeIn({ ...first, ...typed.home })
  const [found, setFound] = useState<{ plan: Plan; locale: Locale } | null>(null)
  const request = withHome(base, home)
  const key = JSON.stringify(request)
  const isTyped = key !== JSON.stringify(withHome(base, first))
  const isMissing = !known?.nextActions || isTyped
  useEffect(() => {
    if (!isMissing) return setFound(null)
    const controller = new AbortController()
    const ask = async () => {
      const ending = await askTool(PLAN, request, { locale, signal: controller.signal, report: () => {} })
      if (ending.kind !== 'answered' || controller.signal.aborted) return
      // A seam: the answer of the tool is as its schema says.
      setFound({ plan: ending.answer as unknown as Plan, locale })
    }
    const timer = setTimeout(() => void ask(), isTyped ? TYPING_MS : 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [key, locale, isMissing])
  const set = (field: keyof HomeFields, value: string) => {
    typed.set(field, value)
    for (const tool of [PLAN, CHECK_TOOL]) keep(tool, { ...home, [field]: value })
  }
  // One in the language of before is not shown until the next comes.
  return { home, plan: found?.locale === locale ? found.plan : known, set }
}

/** Returns whether a text is an IPv4 address in full. */
export function isIpv4(text: string): boolean {
  const parts = text.trim().split('.')
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)
}
