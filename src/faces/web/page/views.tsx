/** The parts of the page that its first view does without. They come in a file of their own. */
export { ApiReference } from './api-reference.tsx'
export { LinkedView } from './linked-result.tsx'
export { Outcome } from './outcome.tsx'
export { ToolView } from './tool-view.tsx'
