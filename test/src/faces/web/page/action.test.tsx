// The buttons of a next action.
import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { ActionButtons } from '../../../../../src/faces/web/page/next.tsx'

const linked = (url: string) =>
  renderToStaticMarkup(<ActionButtons action={{ code: 'log-in', label: 'Open', text: 'Open it.', url }} open={() => {}} />)

test.each(['http://192.168.0.1', 'https://[fe80::1]:8443/', 'HTTP://router.lan'])('an action leads to a page: %s', (url) => {
  expect(linked(url)).toContain(`href="${url}"`)
})

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:http://',
  'data:text/html,http://a',
  '//evil.test',
  'file:///etc/passwd',
  '',
])('an action leads nowhere else: %p', (url) => {
  expect(linked(url)).toBe('')
})
