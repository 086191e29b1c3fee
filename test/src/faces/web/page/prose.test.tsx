// Sentences with names and commands in them.
import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { Prose } from '../../../../../src/faces/web/page/prose.tsx'

test.each([
  ['Run `upnpc -s` first.', 'Run <code><span>upnpc</span> <span>-s</span></code> first.'],
  ['`a` and `b<c`', '<code>a</code> and <code>b&lt;c</code>'],
  ['one ` alone', 'one ` alone'],
  ['empty `` ones', 'empty `` ones'],
  ['', ''],
])('%p', (text, markup) => {
  expect(renderToStaticMarkup(<Prose text={text} />)).toBe(markup)
})
