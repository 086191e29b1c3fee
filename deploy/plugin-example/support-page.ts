import { defineTool, offline, refusing, t } from 'doorstep'
import pages from './lib/support-pages.json'
import { text } from './support-page.text.ts'

const byModel = new Map(Object.entries(pages))

/** Where the manual of a router is. It reaches nobody. */
export default defineTool({
  path: '/api/tools/support-page',
  group: 'router',
  text,
  policy: offline,
  body: t.Object({ model: refusing(t.String({ maxLength: 40, examples: ['AX-100'] }), 'unknown-value') }),
  result: t.Object({ model: t.String(), url: t.String() }),
  headline: ({ model, url }, { say }) => say('found', { model, url }),
  run({ body, refuse }) {
    const model = body.model.trim().toUpperCase()
    const url = byModel.get(model)
    if (url === undefined) {
      return refuse(
        'unknown-model',
        { model: body.model },
        { field: 'model', code: 'unknown-value', supported: [...byModel.keys()] },
      )
    }
    return { model, url }
  },
})
