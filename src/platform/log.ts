/** The levels, the least severe first. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

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
  const lineOf = (level: LogLevel): LogLine =>
    LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(least)
      ? () => {}
      : (message, fields = {}) => {
          const time = new Date().toISOString()
          const line = asText
            ? textLine(time, level, message, fields)
            : JSON.stringify({ time, level, message, ...plain(fields) })
          write(line, LOG_LEVELS.indexOf(level) > LOG_LEVELS.indexOf('info'))
        }
  return { debug: lineOf('debug'), info: lineOf('info'), warn: lineOf('warn'), error: lineOf('error') }
}

function textLine(time: string, level: LogLevel, message: string, fields: Fields): string {
  const details = Object.entries(plain(fields)).map(([key, value]) => ` ${key}=${value}`)
  return `${time} ${level.padEnd(5)} ${message}${details.join('')}`
}

/** Returns the fields with errors as text, because JSON.stringify drops the contents of an Error. */
function plain(fields: Fields): Fields {
  if (!Object.values(fields).some((value) => value instanceof Error)) return fields
  const entries = Object.entries(fields).map(([key, value]) => [
    key,
    value instanceof Error ? (value.stack ?? value.message) : value,
  ])
  return Object.fromEntries(entries)
}
