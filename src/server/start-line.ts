import pkg from '../../package.json' with { type: 'json' }
import type { Logger, WriteLine } from '../platform/log.ts'

/** Is told where a server listens, and what else there is to say of it. */
export type TellListening = (url: string, more: Readonly<Record<string, unknown>>) => void

/** Returns an address to click, and the command to begin with, for somebody at a terminal; for a program, the address as it is. */
export function startTeller(log: Logger, writeLine: WriteLine, isForPerson: boolean): TellListening {
  return (url, more) => {
    const address = isForPerson ? `${url.replace(/\/\/(\[::\]|0\.0\.0\.0)(?=:)/, '//localhost')}/` : url
    log.info('listening', { url: address, version: pkg.version, ...more })
    if (isForPerson && address.startsWith('http:')) writeLine(`Try: ${firstCommand(address)}`, false)
  }
}

/** What README begins with. */
function firstCommand(address: string): string {
  const body = '{"useCase":"minecraft","routerBrand":"asus","internalIp":"192.168.50.20"}'
  return `curl -s '${address}api/tools/port-forward-plan?format=text' --json '${body}'`
}
