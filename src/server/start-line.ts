import pkg from '../../package.json' with { type: 'json' }
import type { Logger, WriteLine } from '../platform/log.ts'

/** Reports the URL at which a server listens, with more fields. */
export type TellListening = (url: string, more: Readonly<Record<string, unknown>>) => void

/** Returns a function that writes the start line: at a terminal an address to click and a first command; for a program the plain address. */
export function startTeller(log: Logger, writeLine: WriteLine, isForPerson: boolean): TellListening {
  return (url, more) => {
    const file = url.startsWith('unix:') ? url.slice('unix:'.length) : null
    const address = isForPerson && file === null ? `${url.replace(/\/\/(\[::\]|0\.0\.0\.0)(?=:)/, '//localhost')}/` : url
    log.info('listening', { url: address, version: pkg.version, ...more })
    if (isForPerson && file !== null) writeLine(`Try: ${firstCommand('http://localhost/', `--unix-socket '${file}' `)}`, false)
    else if (isForPerson && address.startsWith('http:')) writeLine(`Try: ${firstCommand(address)}`, false)
  }
}

/** Returns the first command of the README. */
function firstCommand(address: string, flags = ''): string {
  const body = '{"useCase":"minecraft","routerBrand":"asus","internalIp":"192.168.50.20"}'
  return `curl -s ${flags}'${address}api/tools/port-forward-plan?format=text' --json '${body}'`
}
