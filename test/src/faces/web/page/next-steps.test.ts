import { expect, test } from 'bun:test'
import { nextStepsOf } from '../../../../../src/faces/web/page/next.tsx'

const run = { tool: 'reachability', request: { port: 80 } }
const action = (code: string, tool?: string, request = {}) => ({
  ...{ code, label: code, text: `Do ${code}.` },
  ...(tool !== undefined && { tool, request }),
})
const codes = (actions: readonly { code: string }[]) => actions.map(({ code }) => code)

test('what to do first stands alone; what only leads elsewhere stands beside it, the rest behind it', () => {
  const steps = nextStepsOf(
    [
      action('forward-port', 'reachability', { port: 80 }),
      action('start-service', 'reachability', { port: 80 }),
      action('see-plan', 'port-forward-plan', { ports: [] }),
    ],
    run,
  )
  expect(steps.first).toEqual(action('forward-port'))
  expect(codes(steps.leading)).toEqual(['see-plan'])
  expect(steps.further).toEqual([action('start-service')])
  expect(steps.isRepeated).toBe(true)
})

test('the plan of a rule is one press away where a look at the router comes first', () => {
  const plan = action('forward-port', 'port-forward-plan', { ports: [] })
  const { first, leading, further } = nextStepsOf([action('compare-router-address'), plan, action('allow-on-device')], run)
  expect([first?.code, leading]).toEqual(['compare-router-address', [plan]])
  expect(further).toEqual([action('forward-port'), action('allow-on-device')])
})

test('the same button stands there once, and the words beside it stay', () => {
  const { first, further } = nextStepsOf(
    [
      action('log-in', 'router-login-route', { routerBrand: 'a' }),
      action('log-in-again', 'router-login-route', { routerBrand: 'a' }),
      action('log-in-upstream', 'router-login-route', { routerBrand: 'b' }),
    ],
    run,
  )
  expect([first?.tool, ...further.map(({ tool }) => tool)]).toEqual(['router-login-route', undefined, 'router-login-route'])
  expect(codes(further)).toEqual(['log-in-again', 'log-in-upstream'])
})

test('an answer without actions has no next step', () => {
  expect(nextStepsOf([], run)).toEqual({ first: null, leading: [], further: [], isRepeated: false })
})
