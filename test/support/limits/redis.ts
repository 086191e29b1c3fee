// A real Redis or Valkey on loopback, with the interventions and accidents that befall one.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RedisClient } from 'bun'
import { freePort } from '../net/network.ts'
import { isOnMachine } from '../programs.ts'

/** Valkey where it is installed. */
export const STORE_PROGRAM = isOnMachine('valkey-server') ? 'valkey-server' : 'redis-server'

export class StoreServer implements AsyncDisposable {
  private readonly folder = mkdtempSync(join(tmpdir(), 'doorstep-redis-'))
  readonly socket = join(this.folder, 'socket')
  private child: Bun.Subprocess | null = null
  password = ''

  private constructor(
    readonly port: number,
    private readonly flags: readonly string[],
  ) {}

  static async start(...flags: readonly string[]): Promise<StoreServer> {
    const server = new StoreServer(freePort(), flags)
    await server.start()
    return server
  }

  get url(): string {
    return `redis://${this.password === '' ? '' : `:${encodeURIComponent(this.password)}@`}127.0.0.1:${this.port}`
  }

  /** Starts it empty. */
  async start(): Promise<void> {
    const at = ['--bind', '127.0.0.1', '--port', `${this.port}`, '--unixsocket', this.socket, '--dir', this.folder]
    const child = Bun.spawn([STORE_PROGRAM, ...at, '--save', '', '--repl-diskless-sync-delay', '0', ...this.flags], {
      stdout: 'ignore',
    })
    this.child = child
    while ((await this.command('PING').catch(() => null)) !== 'PONG') {
      if (child.exitCode !== null) throw new Error(`${STORE_PROGRAM} has ended`)
      await Bun.sleep(20)
    }
  }

  async stop(): Promise<void> {
    this.child?.kill('SIGKILL')
    await this.child?.exited
  }

  pause(): void {
    this.child?.kill('SIGSTOP')
  }

  resume(): void {
    this.child?.kill('SIGCONT')
  }

  async command(name: string, ...rest: string[]): Promise<unknown> {
    const client = new RedisClient(this.url, { autoReconnect: false, enableOfflineQueue: false })
    try {
      await client.connect()
      return await client.send(name, rest)
    } finally {
      client.close()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
