import { ACCESS_LOGS, LOG_FORMATS, LOG_LEVELS, Secret } from '../platform/log.ts'
import { Misfit } from './config-error.ts'
import { parseEchoPort, parseMetrics, parseOnOff, parsePath, parseReplace, parseWord, parseWorkers } from './parse.ts'
import { parseContact, parsePlaces, parseServer } from './parse-urls.ts'

/** Rows of the table of settings: how the port is served. */
export const SERVING = {
  workers: {
    group: 'Listening',
    placeholder: 'N|auto',
    meaning: 'Processes that share the port (Linux); auto starts one per core',
    fallback: '1',
    parse: parseWorkers,
  },
  replace: {
    group: 'Listening',
    placeholder: 'on|off',
    meaning: 'Take the port over from the doorstep that listens on it, which then stops, and let others do the same (Linux)',
    fallback: 'off',
    alone: 'on',
    parse: parseReplace,
  },
  tlsCert: {
    group: 'Listening',
    placeholder: 'FILE',
    meaning: 'Certificate chain (PEM) for HTTPS, with --tls-key',
    fallback: '',
    parse: parsePath,
  },
  tlsKey: {
    group: 'Listening',
    placeholder: 'FILE',
    meaning: 'Private key (PEM) of that certificate',
    fallback: '',
    parse: parsePath,
  },
  echoPort: {
    group: 'Listening',
    placeholder: 'N|off',
    meaning: 'UDP port that tells a doorstep at home how many routers translate its address (Linux, IPv4)',
    fallback: 'off',
    parse: parseEchoPort,
  },
  compat: {
    group: 'Listening',
    placeholder: 'on|off',
    meaning: 'Answer the paths of echoip (/json, /country, /port/443) and of the port test of Transmission (/443)',
    fallback: 'on',
    alone: 'on',
    parse: parseOnOff,
  },
} as const

/** Rows of the table of settings: what several instances under one name share, beside their limits. */
export const SHARING = {
  pairSecret: {
    group: 'Behind a proxy',
    placeholder: 'TEXT',
    meaning: 'Secret of the tokens of /api/pair, 32 bytes or more, the same for all instances under one name',
    fallback: '',
    unset: 'random',
    isSecret: true,
    parse: parsePairSecret,
  },
  places: {
    group: 'Behind a proxy',
    placeholder: 'NAME=URL,...',
    meaning: "Other doorsteps that a visitor's own browser may also ask (Seoul=https://a.example), up to 8",
    fallback: '',
    parse: parsePlaces,
  },
} as const

/** Rows of the table of settings: what an operator can see of a running server. */
export const OBSERVING = {
  logLevel: {
    group: 'Monitoring',
    placeholder: 'LEVEL',
    meaning: `Minimum level to log: one of ${LOG_LEVELS.join(', ')}`,
    words: LOG_LEVELS,
    fallback: 'info',
    parse: (text: string) => parseWord(text, LOG_LEVELS),
  },
  logFormat: {
    group: 'Monitoring',
    placeholder: 'FORMAT',
    meaning: `One of ${LOG_FORMATS.join(', ')}; auto is text on a terminal, JSON lines otherwise`,
    words: LOG_FORMATS,
    fallback: 'auto',
    parse: (text: string) => parseWord(text, LOG_FORMATS),
  },
  accessLog: {
    group: 'Monitoring',
    placeholder: 'on|truncated|full|off',
    meaning: "Log every request: without the client's address, with its /24 or /48, or in full",
    fallback: 'off',
    alone: 'on',
    parse: (text: string) => parseWord(text, ACCESS_LOGS),
  },
  metrics: {
    group: 'Monitoring',
    placeholder: 'on|off|ADDRESS:PORT',
    meaning: 'Prometheus metrics at /metrics, or on a separate address and port',
    fallback: 'off',
    alone: 'on',
    parse: parseMetrics,
  },
} as const

/** Rows of the table of settings: newer data than those in the file. */
export const RENEWING = {
  dataDir: {
    group: 'Data',
    placeholder: 'FOLDER',
    meaning: 'Where doorstep data update puts newer data, used instead of the embedded ones',
    fallback: '',
    parse: parsePath,
  },
} as const

/** Rows of the table of settings: where the command line asks. */
export const ASKING = {
  server: {
    group: 'Command line',
    placeholder: 'URL',
    meaning: 'The doorstep that runs the tools of the command line, instead of this machine',
    fallback: '',
    isOnce: true,
    parse: parseServer,
  },
} as const

/** Rows of the table of settings: what browsers see. */
export const PAGE = {
  theme: {
    group: 'Data',
    placeholder: 'FILE',
    meaning: 'Your own name, logo, colours and links on the page (JSON)',
    fallback: '',
    parse: parsePath,
  },
} as const

/** Rows of the table of settings: code of the operator's own. */
export const EXTENDING = {
  toolsDir: {
    group: 'Data',
    placeholder: 'FOLDER',
    meaning: 'Your own tools (.ts and .js plug-ins), served beside the built-in ones',
    fallback: '',
    parse: parsePath,
  },
} as const

/** Rows of the table of settings: what checks show of the network and the operator of this server. */
export const SHOWING = {
  showLocalHops: {
    group: 'Checks',
    placeholder: 'on|off',
    meaning: "Show routers of the server's own network in traceroute and ping",
    fallback: 'off',
    alone: 'on',
    parse: parseOnOff,
  },
  contact: {
    group: 'Checks',
    placeholder: 'URL|EMAIL',
    meaning: 'URL or email address to add to the User-Agent of HTTP checks',
    fallback: '',
    parse: parseContact,
  },
} as const

/** As many bytes as the code of a token has: a shorter secret would be easier to guess than the code. */
const LEAST_BYTES = 32
const SHOWN = '(secret)'

/**
 * Returns the secret of tokens of `/api/pair`; null without one. The text is used as it is written: whether it is hexadecimal or base64
 * does not matter, as long as all instances have the same.
 */
export function parsePairSecret(text: string): Secret | null {
  if (text === '') return null
  if (Buffer.byteLength(text) >= LEAST_BYTES) return new Secret(text, SHOWN)
  throw new Misfit(
    `is shorter than ${LEAST_BYTES} bytes (make one with: openssl rand -base64 32)`,
    `값이 ${LEAST_BYTES}바이트보다 짧습니다. openssl rand -base64 32 명령으로 만드십시오`,
  )
}

/** Returns a secret for the processes of one server. */
export function randomPairSecret(): Secret {
  return new Secret(Buffer.from(crypto.getRandomValues(new Uint8Array(LEAST_BYTES))).toString('base64url'), SHOWN)
}
