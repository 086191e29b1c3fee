import { hydrate } from 'preact'
import type { PageState } from './answers.ts'
import { App, dressAsBefore } from './app.tsx'
import { loadViews } from './with-views.tsx'

dressAsBefore()
// In a task of its own, so that the browser may draw in between.
setTimeout(start)

async function start(): Promise<void> {
  const root = document.getElementById('app')
  // A seam: the server wrote it beside this script.
  const state = JSON.parse(document.getElementById('state')?.textContent ?? '') as PageState
  // The document shows a result, which is taken over as it is. Without the script for that it stays: loading it again would check again.
  if (state.asked && !(await loadViews().catch(() => null))) return
  if (root) hydrate(<App state={state} />, root)
  // `npm run bench -- page` reads it.
  performance.mark('interactive')
  // A visitor who moves is about to need the rest, also where the server goes away in the meantime.
  for (const move of ['pointermove', 'touchstart', 'keydown', 'focusin']) addEventListener(move, loadSoon, { once: true })
  // From here on views are drawn at once, without their first animation.
  addEventListener('hashchange', () => Object.assign(document.documentElement.dataset, { settled: '' }), { once: true })
}

/** Loads the other views; if that fails, it is tried again as soon as one is needed. */
function loadSoon(): void {
  loadViews().catch(() => {})
}
