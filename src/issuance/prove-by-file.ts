import { createHash, randomBytes } from 'node:crypto'
import { followUp, type Next, type NextAction } from '../contract/next-action.ts'
import type { issuanceText } from './advice.text.ts'
import { CHALLENGES, WEBROOT, webServerOf } from './command-lines.ts'
import { type Facts, nameOf } from './facts.ts'
import type { Method } from './fields.ts'

const RANDOM_BYTES = 16
/** The folder that Nginx Proxy Manager shows for challenges, in its container. */
const NPM_ROOT = '/data/letsencrypt-acme-challenge'
const CADDY_FILE = '/etc/caddy/doorstep.caddy'

/** A file that nobody has made yet. */
interface NewFile {
  readonly name: string
  readonly content: string
}

/** Returns a file of which nobody can guess the name or the content. */
export function newFile(): NewFile {
  const random = () => randomBytes(RANDOM_BYTES).toString('base64url')
  return { name: `doorstep-${random()}`, content: random() }
}

interface Proving {
  readonly facts: Facts
  readonly methods: readonly Method[]
  readonly file: NewFile
  readonly next: Next<typeof issuanceText.en>
}

/** Returns the line that makes a file by the web server that was seen, and the request that looks for it. */
export function proveByFile({ facts, methods, file: { name, content }, next }: Proving): NextAction {
  const file = { name, sha256: createHash('sha256').update(content).digest('hex') }
  const domain = nameOf(facts.subject)
  const { text, line } = wayOf(facts)
  const slots = {
    name: domain,
    file: `${name}:${file.sha256}`,
    imported: CADDY_FILE,
    line: line(`${CHALLENGES}${name}`, content),
  }
  const request = followUp('certificate-check', { domain, methods: [...methods], file })
  return next(text, slots, request)
}

interface Way {
  readonly text: `prove-by-file${'' | '.nginx' | '.caddy' | '.npm'}`
  line(path: string, content: string): string
}

function wayOf(facts: Facts): Way {
  // Nginx Proxy Manager is OpenResty by its own words.
  if (facts.addresses.some(({ http }) => http?.server?.toLowerCase().includes('openresty'))) return NPM
  const server = webServerOf(facts)
  if (server === 'caddy') return CADDY
  return server === 'nginx' ? { ...FOLDER, text: 'prove-by-file.nginx' } : FOLDER
}

const FOLDER: Way = {
  text: 'prove-by-file',
  line: (path, content) => `sudo mkdir -p ${WEBROOT}${CHALLENGES} && printf %s ${content} | sudo tee ${WEBROOT}${path}`,
}
const CADDY: Way = {
  text: 'prove-by-file.caddy',
  // No block of a Caddyfile fits into one line.
  line: (path, content) => `printf '%s\\n' 'handle ${path} {' 'respond ${content}' '}' | sudo tee ${CADDY_FILE}`,
}
const NPM: Way = {
  text: 'prove-by-file.npm',
  line: (path, content) =>
    `docker compose exec app sh -c 'mkdir -p ${NPM_ROOT}${CHALLENGES} && printf %s ${content} > ${NPM_ROOT}${path}'`,
}
