/** The container image as an OCI archive (image-spec 1.1), written here: equal files give equal bytes, and no daemon has to run. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DockerfileParser } from 'dockerfile-ast'
import { type Entry, tar } from './archive.ts'
import type { Architecture } from './deb.ts'

interface Image {
  /** The folder with the files of the image: see deploy/docker/assemble.sh. */
  readonly root: string
  /** The text of the Dockerfile whose last stage says how the image runs. */
  readonly dockerfile: string
  readonly architecture: Architecture
  readonly version: string
  /** The time of every file, in seconds. */
  readonly seconds: number
}

const MEDIA = 'application/vnd.oci.image'
const SECOND_NS = 1e9

export function ociArchive({ root, dockerfile, architecture, version, seconds }: Image): Buffer {
  const layer = tar(filesIn(root), seconds)
  const created = new Date(seconds * 1000).toISOString()
  const packed = blobOf(Bun.gzipSync(layer, { level: 9, library: 'libdeflate' }))
  const config = blobOf(
    json({
      created,
      architecture,
      os: 'linux',
      config: runOf(dockerfile),
      rootfs: { type: 'layers', diff_ids: [digestOf(layer)] },
      history: [{ created, created_by: 'deploy/docker/Dockerfile' }],
    }),
  )
  const manifest = blobOf(
    json({
      schemaVersion: 2,
      mediaType: `${MEDIA}.manifest.v1+json`,
      config: { mediaType: `${MEDIA}.config.v1+json`, ...config.described },
      layers: [{ mediaType: `${MEDIA}.layer.v1.tar+gzip`, ...packed.described }],
    }),
  )
  const annotations = { 'org.opencontainers.image.ref.name': version, 'io.containerd.image.name': `doorstep:${version}` }
  const platform = { architecture, os: 'linux' }
  const index = { mediaType: `${MEDIA}.manifest.v1+json`, ...manifest.described, platform, annotations }
  const folders = ['blobs', 'blobs/sha256'].map((path) => ({ path: `${path}/`, mode: 0o755, content: null }))
  return tar(
    [
      { path: 'oci-layout', mode: 0o644, content: json({ imageLayoutVersion: '1.0.0' }) },
      {
        path: 'index.json',
        mode: 0o644,
        content: json({ schemaVersion: 2, mediaType: `${MEDIA}.index.v1+json`, manifests: [index] }),
      },
      ...folders,
      ...[config, manifest, packed].map(({ entry }) => entry),
    ],
    seconds,
  )
}

/** Returns the files below a folder, folders before what is in them. */
function filesIn(root: string): Entry[] {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()
  return paths.map((path) => {
    const stat = statSync(join(root, path))
    const mode = stat.mode & 0o777
    return stat.isDirectory()
      ? { path: `${path}/`, mode, content: null }
      : { path, mode, content: readFileSync(join(root, path)) }
  })
}

/** Returns how a container runs, from the instructions of a Dockerfile. */
function runOf(dockerfile: string) {
  const instructions = DockerfileParser.parse(dockerfile).getInstructions()
  const said = (keyword: string) =>
    instructions.findLast((one) => one.getKeyword() === keyword)?.getArgumentsContent() ?? `no ${keyword}`
  const health = said('HEALTHCHECK')
  const flag = (name: string) => Number(new RegExp(`--${name}=(\\d+)s`).exec(health)?.[1]) * SECOND_NS
  const labels = [...said('LABEL').matchAll(/([\w.]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])
  return {
    User: said('USER'),
    ExposedPorts: { [`${said('EXPOSE')}/tcp`]: {} },
    Entrypoint: JSON.parse(said('ENTRYPOINT')),
    StopSignal: said('STOPSIGNAL'),
    Labels: Object.fromEntries(labels),
    Healthcheck: {
      Test: ['CMD', ...JSON.parse(health.slice(health.indexOf('[')))],
      Interval: flag('interval'),
      Timeout: flag('timeout'),
      StartPeriod: flag('start-period'),
      StartInterval: flag('start-interval'),
    },
  }
}

function blobOf(content: Uint8Array) {
  const digest = digestOf(content)
  return {
    described: { digest, size: content.length },
    entry: { path: `blobs/${digest.replace(':', '/')}`, mode: 0o644, content },
  }
}

function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}
