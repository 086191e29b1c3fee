// Servers of Debian on loopback that are asked who they are.
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../net/namespace.ts'
import { freePort } from '../net/network.ts'
import { programPath } from '../programs.ts'

interface Program extends AsyncDisposable {
  readonly port: number
}

const ICECAST_PAGES = '/usr/share/icecast2/web'

type Command = (folder: string, port: number) => readonly string[]

function written(folder: string, lines: readonly string[]): string {
  const file = join(folder, 'conf')
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''))
  return file
}

/** By program; each is in the foreground, and ends with its folder. */
const COMMANDS = {
  sshd(folder, port) {
    // As a daemon of root it looks for this folder, which only the service makes.
    mkdirSync('/run/sshd', { recursive: true })
    const options = [`Port=${port}`, 'ListenAddress=127.0.0.1', 'PidFile=none', 'UsePAM=no', `HostKey=${join(folder, 'key')}`]
    return [programPath('sshd') ?? '', '-D', '-e', '-f', '/dev/null', ...options.flatMap((option) => ['-o', option])]
  },
  vsftpd(folder, port) {
    const empty = join(folder, 'empty')
    mkdirSync(empty)
    const settings = [
      ...`listen=YES background=NO listen_address=127.0.0.1 listen_port=${port} secure_chroot_dir=${empty}`.split(' '),
    ]
    return ['vsftpd', written(folder, settings)]
  },
  dovecot(folder, port) {
    const settings = [
      'protocols = imap',
      'ssl = no',
      'listen = 127.0.0.1',
      `base_dir = ${join(folder, 'run')}`,
      `log_path = ${join(folder, 'log')}`,
      'passdb {',
      'driver = static',
      'args = nopassword=y',
      '}',
      'service imap-login {',
      'inet_listener imap {',
      `port = ${port}`,
      '}',
      'inet_listener imaps {',
      'port = 0',
      '}',
      '}',
    ]
    return ['dovecot', '-F', '-c', written(folder, settings)]
  },
  mosquitto: (folder, port) => [
    'mosquitto',
    '-c',
    written(folder, [`listener ${port} 127.0.0.1`, 'allow_anonymous true', 'user root']),
  ],
  icecast2(folder, port) {
    // A page may be a link that leads to another folder.
    for (const page of readdirSync(ICECAST_PAGES)) copyFileSync(join(ICECAST_PAGES, page), join(folder, page))
    const paths = ['basedir', 'logdir', 'webroot', 'adminroot'].map((name) => `<${name}>${folder}</${name}>`)
    const settings = [
      '<icecast><authentication><source-password>a</source-password><admin-password>a</admin-password></authentication>',
      `<hostname>localhost</hostname><listen-socket><port>${port}</port><bind-address>127.0.0.1</bind-address></listen-socket>`,
      `<paths>${paths.join('')}</paths><logging><errorlog>-</errorlog></logging>`,
      // It does not run as root.
      '<security><chroot>0</chroot><changeowner><user>nobody</user><group>nogroup</group></changeowner></security></icecast>',
    ]
    return ['icecast2', '-c', written(folder, settings)]
  },
  murmurd(folder, port) {
    const settings = [`database=${join(folder, 'db.sqlite')}`, `port=${port}`, 'host=127.0.0.1', 'users=20', 'bonjour=false']
    return ['murmurd', '-fg', '-ini', written(folder, [...settings, 'ice=', 'logfile='])]
  },
  'openarena-server'(_, port) {
    // As such (1) it tells no list of servers about itself.
    const dedicated = [
      '+set',
      'dedicated',
      '1',
      '+set',
      'net_ip',
      '127.0.0.1',
      '+set',
      'net_enabled',
      '1',
      '+set',
      'net_port',
      `${port}`,
    ]
    const named = ['+set', 'sv_hostname', '^1Red ^7cellar', '+set', 'sv_maxclients', '12']
    return ['openarena-server', ...dedicated, ...named, '+map', 'oa_dm1']
  },
  minetestserver(folder, port) {
    const world = join(folder, 'world')
    mkdirSync(world)
    const settings = ['server_announce = false', 'bind_address = 127.0.0.1', 'ipv6_server = false']
    const at = ['--world', world, '--gameid', 'devtest', '--port', `${port}`, '--logfile', join(folder, 'log')]
    return ['minetestserver', '--config', written(folder, settings), ...at]
  },
} satisfies Record<string, Command>

export type ProgramName = keyof typeof COMMANDS

/** Returns what starting one needs. */
export function needsOf(name: ProgramName): { programs: readonly string[]; root: boolean } {
  return { programs: name === 'sshd' ? [name, 'ssh-keygen'] : [name], root: true }
}

/** Starts a server; it may take seconds until it answers. */
export async function startProgram(name: ProgramName): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), `doorstep-${name}-`))
  // Some of them give up being root.
  chmodSync(folder, 0o777)
  const port = freePort()
  if (name === 'sshd') await run(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', join(folder, 'key')])
  const env = { PATH: process.env.PATH, HOME: folder }
  const child = Bun.spawn([...COMMANDS[name](folder, port)], { env, stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' })
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await child.exited
      rmSync(folder, { recursive: true })
    },
  }
}
