import pkg from '../../package.json' with { type: 'json' }
import type { Logger, WriteLine } from '../platform/log.ts'

/** Reports the URL at which a server listens, with more fields. */
export type TellListening = (url: string, more: Readonly<Record<string, unknown>>) => void

/**
 * Returns a function that writes the start line: at a terminal an address to click and a first command; for a program the plain address.
 */
export function startTeller(log: Logger, writeLine: WriteLine, isForPerson: boolean): TellListening {
  return (url, more) => {
    const address = isForPerson ? `${url.replace(/\/\/(\[::\]|0\.0\.0\.0)(?=:)/, '//localhost')}/` : url
    log.info('listening', { url: address, version: pkg.version, ...more })
    if (isForPerson && address.startsWith('http:')) writeLine(`Try: ${firstCommand(address)}`, false)
  }
}

/** Returns the first command of the README. */
function firstCommand(address: string): string {
  const body = '{"useCase":"minecraft","routerBrand":"asus","internalIp":"192.168.50.20"}'
  return `curl -s '${address}api/tools/port-forward-plan?format=text' --json '${body}'`
}
