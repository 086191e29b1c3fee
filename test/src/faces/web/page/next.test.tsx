// The next actions of an answer: their order, and the buttons of each.
import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'preact-render-to-string'
import type { NextAction, Request } from '../../../../../src/faces/web/page/answers.ts'
import { ActionButtons, isRepeating, nextStepsOf } from '../../../../../src/faces/web/page/next.tsx'

const run = { tool: 'reachability', request: { port: 80, methods: ['a', 'b'] } }
const action = (code: string, tool?: string, request: Request = {}): NextAction => ({
  code,
  label: code,
  text: `Do ${code}.`,
  ...(tool !== undefined && { tool, request }),
})

test('what to do first stands alone; what only leads elsewhere stands beside it, the rest behind it', () => {
  const again = { port: 80 }
  const plan = action('see-plan', 'port-forward-plan', { ports: [] })
  expect(nextStepsOf([action('forward-port', run.tool, again), action('start-service', run.tool, again), plan], run)).toEqual({
    first: action('forward-port'),
    leading: [plan],
    further: [action('start-service')],
    isRepeated: true,
  })
  expect(nextStepsOf([], run)).toEqual({ first: null, leading: [], further: [], isRepeated: false })
})

test('the plan of a rule is one press away where a look at the router comes first', () => {
  const plan = action('forward-port', 'port-forward-plan', { ports: [] })
  const { first, leading, further } = nextStepsOf([action('compare-router-address'), plan, action('allow-on-device')], run)
  expect([first?.code, leading]).toEqual(['compare-router-address', [plan]])
  expect(further).toEqual([action('forward-port'), action('allow-on-device')])
})

test('the same button stands there once, and the words beside it stay', () => {
  const login = (code: string, routerBrand: string) => action(code, 'router-login-route', { routerBrand })
  const { further } = nextStepsOf([login('log-in', 'a'), login('log-in-again', 'a'), login('log-in-upstream', 'b')], run)
  expect(further).toEqual([action('log-in-again'), login('log-in-upstream', 'b')])
})

test.each([
  [true, run.tool, run.request],
  [true, run.tool, { port: 80 }],
  [false, undefined, {}],
  [false, 'ssl-check', run.request],
  [false, run.tool, { port: 81 }],
  [false, run.tool, { port: 80, methods: ['b'] }],
  [false, run.tool, { port: 80, proof: { key: 'x' } }],
])('an action repeats a check if it asks the same tool for the same, as far as it says: %p %p %j', (repeats, tool, request) => {
  expect(isRepeating(action('check', tool, request), run)).toBe(repeats)
})

const linked = (url: string) => renderToStaticMarkup(<ActionButtons action={{ ...action('log-in'), url }} open={() => {}} />)

test('an action leads to a page, and nowhere else', () => {
  for (const url of ['http://192.168.0.1', 'https://[fe80::1]:8443/', 'HTTP://router.lan'])
    expect(linked(url)).toContain(`href="${url}"`)
  for (const url of [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:http://',
    'data:text/html,http://a',
    '//a.test',
    '',
  ])
    expect([url, linked(url)]).toEqual([url, ''])
})
