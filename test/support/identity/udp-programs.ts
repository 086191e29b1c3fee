// Servers of Debian on loopback that are asked over UDP who they are.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../net/network.ts'

/** Debian: mumble-server, openarena-server, minetest-server; the latter two are in /usr/games. */
export const UDP_PROGRAMS = { mumble: 'murmurd', openarena: 'openarena-server', luanti: 'minetestserver' } as const

interface Program extends AsyncDisposable {
  readonly port: number
}

type Command = (folder: string, port: number) => readonly string[]

const COMMANDS: Record<keyof typeof UDP_PROGRAMS, Command> = {
  mumble(folder, port) {
    const settings = {
      database: join(folder, 'db.sqlite'),
      port,
      host: '127.0.0.1',
      users: 20,
      bonjour: 'false',
      ice: '',
      logfile: '',
    }
    const file = join(folder, 'murmur.ini')
    writeFileSync(
      file,
      Object.entries(settings)
        .map(([key, value]) => `${key}=${value}\n`)
        .join(''),
    )
    return [UDP_PROGRAMS.mumble, '-fg', '-ini', file]
  },
  openarena(_, port) {
    // 1: it tells no list of servers about itself.
    const settings = {
      dedicated: 1,
      net_ip: '127.0.0.1',
      net_enabled: 1,
      net_port: port,
      sv_hostname: '^1Red ^7cellar',
      sv_maxclients: 12,
    }
    const set = Object.entries(settings).flatMap(([key, value]) => ['+set', key, `${value}`])
    return [UDP_PROGRAMS.openarena, ...set, '+map', 'oa_dm1']
  },
  luanti(folder, port) {
    const file = join(folder, 'minetest.conf')
    writeFileSync(file, 'server_announce = false\nbind_address = 127.0.0.1\nipv6_server = false\n')
    const world = join(folder, 'world')
    mkdirSync(world)
    const at = ['--world', world, '--gameid', 'devtest', '--port', `${port}`, '--logfile', join(folder, 'log')]
    return [UDP_PROGRAMS.luanti, '--config', file, ...at]
  },
}

/** Starts a server; it may take seconds until it answers. */
export function startProgram(name: keyof typeof UDP_PROGRAMS): Program {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-identity-'))
  // Started by root, Mumble goes on as a user of its own.
  chmodSync(folder, 0o777)
  const port = freePort()
  const child = Bun.spawn([...COMMANDS[name](folder, port)], {
    env: { PATH: process.env.PATH, HOME: folder },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
  })
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await child.exited
      rmSync(folder, { recursive: true })
    },
  }
}
