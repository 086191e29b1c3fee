// For `bun --preload`: doorstep without limits around its runs. With metrics and access log off nothing else of all that is left,
// since the server then makes no watchers.
import { readFileSync } from 'node:fs'
import { plugin } from 'bun'

const LIMITS = 'limits.around, '

plugin({
  name: 'unobserved',
  setup(build) {
    build.onLoad({ filter: /\/src\/server\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      if (!source.includes(LIMITS)) throw new Error(`${path} does not contain "${LIMITS}"`)
      return { contents: source.replace(LIMITS, ''), loader: 'ts' }
    })
  },
})
