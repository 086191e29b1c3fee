import { App } from './app.tsx'
import { takeOver } from './later.tsx'
import type { PageState } from './state.ts'
import { dressAsBefore } from './use-look.ts'

dressAsBefore()
// In a task of its own, so that the browser may draw in between.
setTimeout(start)

function start(): void {
  const root = document.getElementById('app')
  // A seam: the server wrote it beside this script.
  const state = JSON.parse(document.getElementById('state')?.textContent ?? '') as PageState
  // `npm run bench -- page` reads it.
  if (root) takeOver(<App state={state} />, root, () => performance.mark('interactive'))
  // From here on views are drawn at once, without their first animation.
  addEventListener('hashchange', () => Object.assign(document.documentElement.dataset, { settled: '' }), { once: true })
}
