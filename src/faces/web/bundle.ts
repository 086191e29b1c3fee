import { basename, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { feature } from 'topojson-client'
import land from 'world-atlas/land-110m.json'
import type { PackedFile, PagePack } from './assets.ts'
import { ownColorRules } from './colors.ts'
import { MAP, project } from './page/world-map.tsx'

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

type Ring = readonly (readonly number[])[]

const SOUTH_DEGREES = -60

/**
 * Returns the outlines of the continents as one SVG, for the box of `project`. Whole pixels: a decimal would double its size and could not be seen.
 * Only the build runs this, so its packages are not in the executable.
 */
export function worldSvg(): string {
  // A seam: the package has no types, and its files are as Natural Earth made them.
  const shape = feature(land, land.objects.land) as { features: { geometry: { coordinates: Ring[][] } }[] }
  const rings = shape.features.flatMap(({ geometry }) => geometry.coordinates.flat())
  const paths = rings.filter(isShown).flatMap(cutAtDateLine).map(pathOf).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MAP.width} ${MAP.height}"><path d="${paths}"/></svg>`
}

/** Returns whether a ring is on the map; Antarctica is left out. */
function isShown(ring: Ring): boolean {
  return ring.every(([, latitude = 0]) => latitude > SOUTH_DEGREES)
}

const [EAST_END, AROUND] = [180, 360]

/**
 * Returns the parts of a ring on either side of the 180th meridian, where the map ends. A ring that crosses it is first followed beyond it, without
 * a jump; then each part is clipped, and the one beyond is put to the other end.
 */
function cutAtDateLine(ring: Ring): Ring[] {
  let turns = 0
  const followed = ring.map(([longitude = 0, latitude = 0], index) => {
    const before = ring[index - 1]?.[0] ?? longitude
    if (longitude - before > EAST_END) turns -= AROUND
    if (before - longitude > EAST_END) turns += AROUND
    return [longitude + turns, latitude] as const
  })
  const bounds = [-EAST_END - AROUND, -EAST_END, EAST_END, EAST_END + AROUND] as const
  return bounds.slice(1).flatMap((east, index) => {
    const west = bounds[index] ?? east
    const part = clipped(clipped(followed, east, 1), west, -1)
    const shift = (west + east) / 2
    return part.length < 3 ? [] : [part.map(([longitude = 0, latitude = 0]) => [longitude - shift, latitude])]
  })
}

/** Returns the part of a ring west of a meridian (`side` 1) or east of it (-1), after Sutherland and Hodgman. */
function clipped(ring: Ring, meridian: number, side: 1 | -1): Ring {
  return ring.flatMap((to, index) => {
    const from = ring.at(index - 1) ?? to
    const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] = [from, to]
    const [wasIn, isIn] = [(x1 - meridian) * side <= 0, (x2 - meridian) * side <= 0]
    const crossing = [meridian, y1 + ((meridian - x1) * (y2 - y1)) / (x2 - x1 || 1)]
    return [...(wasIn === isIn ? [] : [crossing]), ...(isIn ? [to] : [])]
  })
}

/** Returns a ring as a path of SVG. Relative lines are shorter than absolute ones. */
function pathOf(ring: Ring): string {
  let from = { x: 0, y: 0 }
  const steps = ring.flatMap(([longitude = 0, latitude = 0], index) => {
    const to = project(longitude, latitude)
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    if (index > 0 && dx === 0 && dy === 0) return []
    from = to
    return [index === 0 ? `M${to.x} ${to.y}l` : `${dx}${dy < 0 ? '' : ' '}${dy}`]
  })
  const [start = '', ...lines] = steps
  return lines.length < 2
    ? ''
    : `${start}${lines.reduce((path, line) => `${path}${path === '' || line.startsWith('-') ? '' : ' '}${line}`, '')}z`
}
