import { basename, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { PackedFile, PagePack } from './assets.ts'
import { ownColorRules } from './colors.ts'
import { worldSvg } from './world-svg.ts'

const FOLDER = join(import.meta.dirname, 'page')
/** The placeholder for the map in the style: its name follows from its content. */
const MAP_IN_STYLE = /\burl\(["']?world\.svg["']?\)/g
const HASH_DIGITS = 10

/**
 * Builds the files of the page as a pack: script, style and map, named after their content, as they are and compressed. The build runs
 * this, and in a checkout the first request for the page; it is not in the executable.
 */
export async function buildPage(): Promise<Uint8Array> {
  const world = named('world', 'svg', worldSvg())
  const [styles] = await bundled('page.css')
  const style = named('page', 'css', ownColorRules() + (styles?.text ?? '').replace(MAP_IN_STYLE, `url(${world.name})`))
  const scripts = await bundled('main.tsx')
  const [script] = scripts
  if (!script) throw new Error('no script')
  // The parts that the first one imports come with the document, the others when a view needs them.
  const shared = scripts.map(({ name }) => name).filter((name) => script.text.includes(`from"./${name}"`))
  const files = Object.fromEntries([...scripts, style, world].map(({ name, text }) => [name, packed(name, text)]))
  const pack: PagePack = { script: script.name, shared, style: style.name, world: world.name, files }
  return Buffer.from(JSON.stringify(pack))
}

/** Bundles what an entry needs, the entry first. A script comes in parts; each is named after its content. */
async function bundled(entry: string): Promise<{ readonly name: string; readonly text: string }[]> {
  const { outputs } = await Bun.build({
    entrypoints: [join(FOLDER, entry)],
    target: 'browser',
    minify: true,
    sourcemap: 'none',
    splitting: true,
    naming: { entry: 'page-[hash].[ext]', chunk: '[name]-[hash].[ext]' },
    external: ['world.svg'],
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [{ name: 'without-negotiation', setup: withoutNegotiation }],
  })
  const inOrder = outputs.toSorted((one, other) => Number(one.kind === 'chunk') - Number(other.kind === 'chunk'))
  return Promise.all(inOrder.map(async (output) => ({ name: basename(output.path), text: await output.text() })))
}

/** Texts come with a parser for Accept-Language, which a browser does not need. */
function withoutNegotiation(build: Bun.PluginBuilder): void {
  build.onResolve({ filter: /^negotiator$/ }, ({ path }) => ({ path, namespace: 'absent' }))
  build.onLoad({ filter: /./, namespace: 'absent' }, () => ({ contents: 'export default null', loader: 'js' }))
}

function named(name: string, extension: string, text: string) {
  const hash = new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, HASH_DIGITS)
  return { name: `${name}-${hash}.${extension}`, text }
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

function packed(name: string, text: string): PackedFile {
  const identity = Buffer.from(text)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  }
  return {
    type: TYPES[name.split('.').at(-1) ?? ''] ?? '',
    br: brotliCompressSync(identity, { params }).toString('base64'),
    gzip: gzipSync(identity, { level: 9 }).toString('base64'),
    identity: identity.toString('base64'),
  }
}
