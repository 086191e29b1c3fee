import { basename, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { ownColorRules } from './colors.ts'
import { type BuiltFile, writePack } from './pack.ts'
import { worldSvg } from './world.ts'

const FOLDER = join(import.meta.dirname, 'page')
/** The placeholder for the map in the style: its name follows from its content. */
const MAP_IN_STYLE = /\burl\(["']?world\.svg["']?\)/g
const HASH_DIGITS = 10

/**
 * Builds the files of the page as a pack: script, style and map, named after their content, as they are and compressed. The build runs
 * this, and in a checkout the first request for the page; it is not in the executable.
 */
export async function buildPage(): Promise<Uint8Array<ArrayBuffer>> {
  const world = packed('world', 'svg', 'image/svg+xml', worldSvg())
  const [styles] = await bundled('page.css')
  const css = (styles?.text ?? '').replace(MAP_IN_STYLE, `url(${world.name})`)
  const style = packed('page', 'css', 'text/css; charset=utf-8', ownColorRules() + css)
  const scripts = await bundled('main.tsx')
  const [script] = scripts
  if (!script) throw new Error('no script')
  // The parts that the first one imports come with the document, the others when a view needs them.
  const shared = scripts.map(({ name }) => name).filter((name) => script.text.includes(`from"./${name}"`))
  const files = scripts.map(({ name, text }) => compressed(name, 'text/javascript; charset=utf-8', text))
  return writePack({ script: script.name, shared, style: style.name, world: world.name }, [...files, style, world])
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
  const parts = await Promise.all(
    outputs.map(async (output) => ({ name: basename(output.path), text: await output.text(), kind: output.kind })),
  )
  return parts.toSorted((one, other) => Number(one.kind === 'chunk') - Number(other.kind === 'chunk'))
}

/** Texts come with a parser for Accept-Language, which a browser does not need. */
function withoutNegotiation(build: Bun.PluginBuilder): void {
  build.onResolve({ filter: /^negotiator$/ }, ({ path }) => ({ path, namespace: 'absent' }))
  build.onLoad({ filter: /./, namespace: 'absent' }, () => ({ contents: 'export default null', loader: 'js' }))
}

function packed(name: string, extension: string, type: string, content: string): BuiltFile {
  const hash = new Bun.CryptoHasher('sha256').update(content).digest('hex').slice(0, HASH_DIGITS)
  return compressed(`${name}-${hash}.${extension}`, type, content)
}

function compressed(name: string, type: string, content: string): BuiltFile {
  const identity = Buffer.from(content)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  }
  const bytes = { br: brotliCompressSync(identity, { params }), gzip: gzipSync(identity, { level: 9 }), identity }
  return { name, type, bytes }
}
