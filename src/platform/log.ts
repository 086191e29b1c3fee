/** The levels, the least severe first. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

export const LOG_FORMATS = ['auto', 'text', 'json'] as const
/** The part of a client's address in the access log: none, a network, or all of it; `off` writes no access log. */
export const ACCESS_LOGS = ['on', 'truncated', 'full', 'off'] as const
export type AccessLog = (typeof ACCESS_LOGS)[number]

type Fields = Record<string, unknown>
type LogLine = (message: string, fields?: Fields) => void
export type Logger = Record<LogLevel, LogLine>

/** Writes a line; an urgent one at once, because the process may not live to write it later. */
export type WriteLine = (line: string, isUrgent: boolean) => void

/**
 * Makes a log with one line for each event: text at a terminal, JSON everywhere else. The address of a client is logged only if the
 * operator asks for it, or if a limit has cut the client off.
 */
export function createLogger(least: LogLevel, write: WriteLine, asText: boolean): Logger {
  const loggerOf = (level: LogLevel): LogLine => {
    if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(least)) return () => {}
    const isUrgent = LOG_LEVELS.indexOf(level) > LOG_LEVELS.indexOf('info')
    const written = asText ? textLine : jsonLine
    return (message, fields = {}) => write(written(timeNow(), level, message, fields), isUrgent)
  }
  return { debug: loggerOf('debug'), info: loggerOf('info'), warn: loggerOf('warn'), error: loggerOf('error') }
}

let [lastMs, lastTime] = [0, '']

/** Returns the time as in ISO 8601. A busy server writes many lines in one millisecond, and making the text takes as long as the rest. */
function timeNow(): string {
  const now = Date.now()
  if (now !== lastMs) lastTime = new Date(now).toISOString()
  lastMs = now
  return lastTime
}

/** Writes the line in parts: an object of its own for each, only to be written, would cost as much again. */
function jsonLine(time: string, level: LogLevel, message: string, fields: Fields): string {
  const rest = JSON.stringify(plain(fields))
  return `{"time":"${time}","level":"${level}","message":${JSON.stringify(message)}${rest === '{}' ? '}' : `,${rest.slice(1)}`}`
}

function textLine(time: string, level: LogLevel, message: string, fields: Fields): string {
  const present = Object.entries(plain(fields)).filter(([, value]) => value !== undefined)
  const details = present.map(([key, value]) => ` ${key}=${value}`)
  return `${time} ${level.padEnd(5)} ${message}${details.join('')}`
}

/** Returns the fields with errors as text, because JSON.stringify drops the contents of an Error. */
function plain(fields: Fields): Fields {
  for (const key in fields) if (fields[key] instanceof Error) return withErrorsAsText(fields)
  return fields
}

function withErrorsAsText(fields: Fields): Fields {
  const entries = Object.entries(fields).map(([key, value]) => [
    key,
    value instanceof Error ? (value.stack ?? value.message) : value,
  ])
  return Object.fromEntries(entries)
}

/** A text that must not appear in a log: printed, logged or serialised, it is `shown` instead. */
export class Secret {
  readonly #text: string

  constructor(
    text: string,
    /** The part of it that may be seen. */
    readonly shown: string,
  ) {
    this.#text = text
  }

  reveal(): string {
    return this.#text
  }

  toString(): string {
    return this.shown
  }

  toJSON(): string {
    return this.shown
  }
}
