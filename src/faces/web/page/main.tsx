import { hydrate } from 'preact'
import { App } from './app.tsx'
import type { PageState } from './state.ts'
import { dressAsBefore } from './use-look.ts'

dressAsBefore()
// In a task of its own, so that the browser may draw in between.
setTimeout(takeOver)

function takeOver(): void {
  const root = document.getElementById('app')
  // A seam: the server wrote it beside this script.
  const state = JSON.parse(document.getElementById('state')?.textContent ?? '') as PageState
  if (root) hydrate(<App state={state} />, root)
  // `npm run bench:page` reads it.
  performance.mark('interactive')
}
