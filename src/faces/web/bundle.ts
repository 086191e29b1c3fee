import { join } from 'node:path'
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
  const script = packed('page', 'js', 'text/javascript; charset=utf-8', await bundled('main.tsx'))
  const css = (await bundled('page.css')).replace(MAP_IN_STYLE, `url(${world.name})`)
  const style = packed('page', 'css', 'text/css; charset=utf-8', ownColorRules() + css)
  return writePack({ script: script.name, style: style.name, world: world.name }, [script, style, world])
}

async function bundled(entry: string): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [join(FOLDER, entry)],
    target: 'browser',
    minify: true,
    sourcemap: 'none',
    external: ['world.svg'],
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [{ name: 'without-negotiation', setup: withoutNegotiation }],
  })
  const [output] = outputs
  if (!output) throw new Error(`${entry} was not built`)
  return output.text()
}

/** Texts come with a parser for Accept-Language, which a browser does not need. */
function withoutNegotiation(build: Bun.PluginBuilder): void {
  build.onResolve({ filter: /^negotiator$/ }, ({ path }) => ({ path, namespace: 'absent' }))
  build.onLoad({ filter: /./, namespace: 'absent' }, () => ({ contents: 'export default null', loader: 'js' }))
}

function packed(name: string, extension: string, type: string, content: string): BuiltFile {
  const identity = Buffer.from(content)
  const hash = new Bun.CryptoHasher('sha256').update(identity).digest('hex').slice(0, HASH_DIGITS)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  }
  const bytes = { br: brotliCompressSync(identity, { params }), gzip: gzipSync(identity, { level: 9 }), identity }
  return { name: `${name}-${hash}.${extension}`, type, bytes }
}
