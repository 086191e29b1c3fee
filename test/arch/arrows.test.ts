// House rules about who may import whom (.github/ARCHITECTURE.md).
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '../support/server.ts'

const files = [...new Bun.Glob('{src,tools}/**/*.ts').scanSync(ROOT)].sort()
const imports = files.flatMap((file) => {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const targets = [
    ...source.matchAll(/^(?:import|export)\b[^'"`=]*?\bfrom '([^']+)'/gm),
    ...source.matchAll(/^import '([^']+)'/gm),
    ...source.matchAll(/\b(?:import|require)\('([^']+)'/g),
  ]
  return targets.map(([, target = '']) => ({
    file,
    target: target.startsWith('.') ? relative(ROOT, join(ROOT, file, '..', target)) : target,
  }))
})
const from = (pattern: RegExp) => imports.filter(({ file }) => pattern.test(file))
const shown = (rows: typeof imports) => rows.map(({ file, target }) => `${file} -> ${target}`)

test('there are imports to judge', () => {
  expect(imports.length).toBeGreaterThan(100)
})

describe('arrows', () => {
  test('a tool imports src/tool and its own text, nothing else', () => {
    const wrong = from(/^tools\//).filter(
      ({ file, target }) => target !== 'src/tool.ts' && target !== file.replace(/(\.text)?\.ts$/, '.text.ts'),
    )
    expect(shown(wrong)).toEqual([])
  })

  test('policy decides on its own: it imports addresses, texts, problems and the clock', () => {
    const wrong = from(/^src\/policy\//).filter(
      ({ target }) =>
        !/^(src\/policy\/.*|src\/text\.ts|src\/problem\.ts|src\/milliseconds\.ts|src\/built-in\.ts|ipaddr\.js)$/.test(target),
    )
    expect(shown(wrong)).toEqual([])
  })

  test('net obeys: it knows addresses and targets, and nothing of what is allowed', () => {
    const wrong = from(/^src\/net\//).filter(
      ({ target }) => target.startsWith('src/policy/') && !/^src\/policy\/(target|address|names)\.ts$/.test(target),
    )
    expect(shown(wrong)).toEqual([])
  })

  test('only policy mints targets, and few get to see one', () => {
    const wrong = imports.filter(
      ({ file, target }) => target === 'src/policy/target.ts' && !/^src\/(policy|net|path)\/|^src\/tool\.ts$/.test(file),
    )
    expect(shown(wrong)).toEqual([])
    const minting = files.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('mintTarget'))
    expect(minting).toEqual(['src/policy/admit.ts', 'src/policy/hosts.ts', 'src/policy/target.ts'])
  })

  test('src does not reach into tools, data or test, but for the manifest and the embedded files', () => {
    const allowed = ['src/registry/manifest.gen.ts', 'src/ipdata/embedded.ts', 'src/router/embedded.ts']
    const wrong = from(/^src\//).filter(
      ({ file, target }) => /^(tools|data|test|bench)\//.test(target) && !allowed.includes(file),
    )
    expect(shown(wrong)).toEqual([])
  })

  test('libc is called in two places: to map the data, and for what the sockets of the runtime do not tell', () => {
    const calling = imports.filter(({ target }) => target === 'bun:ffi').map(({ file }) => file)
    expect(calling.filter((file) => !file.startsWith('src/net/libc/'))).toEqual(['src/ipdata/map.ts'])
  })
})

test('only net opens sockets, and nobody asks the name service of the runtime', () => {
  const sockets =
    /\b(fetch\(|Bun\.(connect|udpSocket|listen|dns)\b|builtIn\.(net|tls)\(|from '(node:)?(net|tls|dgram|dns|http|https|http2|child_process)(\/promises)?')/
  const opening = files.filter((file) => sockets.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(opening.filter((file) => !file.startsWith('src/net/'))).toEqual([])
  expect(opening).toContain('src/net/dns/exchange.ts')
  const asking = files.filter((file) => /Bun\.dns\b|from '(node:)?dns/.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(asking).toEqual([])
})

test('a file fits about 200 lines', () => {
  const data = [...new Bun.Glob('data/**/*.ts').scanSync(ROOT)]
  const long = [...files, ...data].filter((file) => readFileSync(join(ROOT, file), 'utf8').split('\n').length > 230)
  expect(long).toEqual([])
})
