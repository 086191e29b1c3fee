import type { NextAction } from './answers.ts'
import { PLAN } from './plan-request.ts'
import type { Run } from './use-run.ts'

/** Next actions as they are drawn. */
export interface NextSteps {
  /** Null where there is nothing to do. */
  readonly first: NextAction | null
  /** Actions that only lead to another view: their labels say all, and they stand beside the first as buttons. */
  readonly leading: readonly NextAction[]
  readonly further: readonly NextAction[]
  /** Whether any of them ends in the same check. */
  readonly isRepeated: boolean
}

const LEADING: readonly string[] = ['see-plan', 'see-alternatives', 'see-name', 'see-certificate', 'find-router']

/** Sorts the next actions of an answer. The same button stands there once, and what asks the same again has one for all. */
export function nextStepsOf(actions: readonly NextAction[], run: Pick<Run, 'tool' | 'request'>): NextSteps {
  const isAgain = (action: NextAction) => isRepeating(action, run)
  const seen = new Set<string>()
  const shown = actions.map((action) => {
    const asks = action.tool === undefined ? '' : JSON.stringify([action.tool, action.request])
    const isOther = action.tool !== undefined && !isAgain(action) && !seen.has(asks)
    seen.add(asks)
    return isOther ? action : withoutTool(action)
  })
  const [first = null, ...rest] = shown
  const isLeading = ({ code, tool }: NextAction) => tool !== undefined && LEADING.includes(code)
  const leading = rest.filter(isLeading)
  // The rule follows a look at the router, and what to enter is one press away all the same.
  const rule = [first, ...leading].some((action) => action?.tool === PLAN) ? undefined : rest.find(({ tool }) => tool === PLAN)
  return {
    first,
    leading: rule ? [...leading, rule] : leading,
    further: rest.filter((action) => !isLeading(action)).map((action) => (action === rule ? withoutTool(action) : action)),
    isRepeated: actions.some(isAgain),
  }
}

function withoutTool({ tool, request, ...rest }: NextAction): NextAction {
  return rest
}

/** Returns whether an action asks the same tool for the same again, as far as it says what. */
export function isRepeating({ tool, request }: NextAction, run: Pick<Run, 'tool' | 'request'>): boolean {
  if (tool !== run.tool || request === undefined) return false
  return Object.entries(request).every(([field, value]) => JSON.stringify(value) === JSON.stringify(run.request[field]))
}
