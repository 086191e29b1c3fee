import { useContext, useEffect, useState } from 'preact/hooks'
import type { Plan } from './answers.ts'
import { askTool } from './ask.ts'
import { isIpv4 } from './device-address.ts'
import { PLAN, type Request } from './plan-request.ts'
import { store, storedFields } from './stored.ts'
import { type Home, TypedHome } from './typed-home.ts'
import { useLocale } from './words.ts'

/** Pause after the last key before the plan is requested again. */
const TYPING_MS = 300

/** Returns what a request says of the visitor's home. */
function homeIn(request: Request): Home {
  const read = (field: keyof Home) => String(request[field] ?? '')
  return { routerBrand: read('routerBrand'), internalIp: read('internalIp'), routerWanIp: read('routerWanIp') }
}

/** Keeps what was typed with the fields of a tool, for its next request. */
function keep(tool: string, home: Home): void {
  store(`tool:${tool}`, JSON.stringify(withHome(storedFields(tool), home)))
}

/** Returns a request with what was typed in place of what it said of the visitor's home. */
export function withHome({ routerBrand: _, internalIp: __, routerWanIp: ___, ...rest }: Request, home: Home): Request {
  const brand = home.routerBrand.trim()
  const addresses = (['internalIp', 'routerWanIp'] as const).map((field) => [field, home[field].trim()] as const)
  const whole = Object.fromEntries(addresses.filter(([, address]) => isIpv4(address)))
  return { ...rest, ...(brand === '' ? {} : { routerBrand: brand }), ...whole }
}

interface Planned {
  readonly home: Home
  /** Null until it has come. */
  readonly plan: Plan | null
  set(field: keyof Home, value: string): void
}

/**
 * Returns the plan for the router that the visitor names: the one in the answer, and as soon as something is typed, or steps are missing
 * in it, that of a request for the plan alone. Nothing is checked again for it.
 */
export function usePlan(known: Plan | null, base: Request, tool: string): Planned {
  const locale = useLocale()
  const typed = useContext(TypedHome)
  const first = homeIn(base)
  const home = homeIn({ ...first, ...typed.home })
  const [found, setFound] = useState<Plan | null>(null)
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
      setFound(ending.answer as unknown as Plan)
    }
    const timer = setTimeout(() => void ask(), isTyped ? TYPING_MS : 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [key, locale, isMissing])
  const set = (field: keyof Home, value: string) => {
    typed.set(field, value)
    for (const one of [PLAN, tool]) keep(one, { ...home, [field]: value })
  }
  return { home, plan: found ?? known, set }
}
