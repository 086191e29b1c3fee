import { lstatSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync } from 'node:fs'
import { Misfit } from '../../platform/misfit.ts'
import { C, readSockaddr } from './layout.ts'
import { epollEvent, isAccepting, type Libc, openLibc, readUnixPath, socketName, socketOption, unixSockaddr } from './libc.ts'
import { ERRNO } from './verdict.ts'

/** The connections that wait until they are accepted, as far as the system allows. */
const BACKLOG = 4096
/** Leaves a file to the user and the group, 0660: the group is that of the proxy in front. */
const FILE_UMASK = 0o117

/** Returns a socket that another program has opened. Throws a Misfit if it is not one that a server can use. */
export function holdDescriptor(descriptor: number, path: string | null = null) {
  const libc = callable()
  const isListening = socketOption(libc, descriptor, C.SO_TYPE) === C.SOCK_STREAM && isAccepting(libc, descriptor)
  const bytes = socketName(libc, descriptor) ?? Buffer.alloc(0)
  const [address, bound] = [readSockaddr(bytes), readUnixPath(bytes)]
  if (!isListening || (!address && bound === null)) throw notListening(descriptor)
  // The runtime accepts until no connection is left; the others that have this socket only wait for it.
  libc.symbols.fcntl(descriptor, C.F_SETFL, libc.symbols.fcntl(descriptor, C.F_GETFL, 0) | C.SOCK_NONBLOCK)
  // The file stays where another process has put its own there.
  const remove = path === null ? () => {} : removerOf(path)
  return { descriptor, host: address?.address.text ?? path ?? bound ?? '', port: address?.port ?? null, remove }
}

/**
 * Makes a socket file that listens. It is made beside its place and then moved there, so that clients never find a file that does not
 * answer, and a server that gives way to this one loses nobody. Throws a Misfit if the place is taken.
 */
export function holdFile(path: string, replaces: boolean) {
  const libc = callable()
  if (isTaken(path, libc) && !replaces)
    throw new Misfit(
      `${path} is in use by a server that answers: stop it, replace it with --replace, or choose another file`,
      `${path} 파일을 다른 서버가 쓰고 있습니다. 그 서버를 끝내거나 --replace 옵션으로 교체하거나 다른 파일을 지정하십시오`,
    )
  const own = `${path}.${process.pid}`
  rmSync(own, { force: true })
  const descriptor = libc.symbols.socket(C.AF_UNIX, C.SOCK_STREAM | C.SOCK_NONBLOCK | C.SOCK_CLOEXEC, 0)
  const address = unixSockaddr(own)
  try {
    // Its mode is there from the beginning: by its name, something else could have been put in its place before it is changed.
    const umask = process.umask(FILE_UMASK)
    const failed = libc.symbols.bind(descriptor, address, address.length)
    const errno = libc.errno()
    process.umask(umask)
    if (failed !== 0) throw notMade(path, errno)
    libc.symbols.listen(descriptor, BACKLOG)
    renameSync(own, path)
  } catch (error) {
    libc.symbols.close(descriptor)
    rmSync(own, { force: true })
    throw error
  }
  return holdDescriptor(descriptor, path)
}

/** Returns whether a server answers there. Throws a Misfit if something else than the file of an ended server is there. */
function isTaken(path: string, { symbols, errno }: Libc): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (!stat) return false
  if (!stat.isSocket())
    throw new Misfit(
      `${path} is there and is not a socket: remove it or choose another file`,
      `${path} 파일이 이미 있으며 소켓이 아닙니다. 지우거나 다른 파일을 지정하십시오`,
    )
  const descriptor = symbols.socket(C.AF_UNIX, C.SOCK_STREAM | C.SOCK_NONBLOCK | C.SOCK_CLOEXEC, 0)
  const address = unixSockaddr(path)
  const failed = symbols.connect(descriptor, address, address.length) === 0 ? 0 : errno()
  symbols.close(descriptor)
  return failed !== ERRNO.ECONNREFUSED && failed !== ERRNO.ENOENT
}

/** A socket that listens before a server of the runtime takes it over: at an address, or at the path of its file, which has no port. */
export type HeldSocket = ReturnType<typeof holdDescriptor>

function removerOf(path: string): () => void {
  const inode = inodeOf(path)
  return () => {
    if (inode !== null && inodeOf(path) === inode) rmSync(path, { force: true })
  }
}

function inodeOf(path: string): bigint | null {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false })?.ino ?? null
}

function callable(): Libc {
  const libc = process.platform === 'linux' ? openLibc() : null
  if (libc) return libc
  throw new Misfit('socket files and passed sockets need Linux', '소켓 파일과 전달받은 소켓은 Linux에서만 쓸 수 있습니다')
}

function notListening(descriptor: number): Misfit {
  return new Misfit(
    `descriptor ${descriptor} is not a socket that listens for connections: in the socket unit, write ListenStream= and leave out Accept=yes`,
    `${descriptor}번 디스크립터는 연결을 기다리는 소켓이 아닙니다. 소켓 유닛에 ListenStream=을 쓰고 Accept=yes는 빼십시오`,
  )
}

const BIND_FAILURES: Readonly<Record<number, Misfit>> = {
  [ERRNO.ENOENT]: new Misfit('the folder does not exist', '폴더가 없습니다'),
  [ERRNO.EACCES]: new Misfit('this user may not write to the folder', '이 사용자에게는 폴더에 쓸 권한이 없습니다'),
  [ERRNO.EROFS]: new Misfit('the folder is read-only', '읽기 전용 폴더입니다'),
  [ERRNO.EAFNOSUPPORT]: new Misfit(
    'socket files are not allowed here: the systemd unit needs AF_UNIX in RestrictAddressFamilies=',
    '소켓 파일을 쓸 수 없습니다. systemd 유닛의 RestrictAddressFamilies=에 AF_UNIX를 넣으십시오',
  ),
}

function notMade(path: string, errno: number): Misfit {
  const { message, ko } = BIND_FAILURES[errno] ?? new Misfit(`error ${errno}`, `오류 ${errno}`)
  return new Misfit(`${path} cannot be made: ${message}`, `${path} 파일을 만들 수 없습니다. ${ko}`)
}

/** The descriptors that are looked at without /proc: a server opens its listener among its first files. */
const DESCRIPTORS = 1024
/** The time that a client may take to complete a handshake that the kernel has begun. */
const HANDSHAKE_MS = 300
/** Less than a client waits before it sends again what was ignored. */
const STEP_MS = 50
const HOPS_MAX = 255

/**
 * Returns the socket of this process that listens on a port, other than those that are leaving it, for operations that the runtime does not
 * offer. Null on other systems than Linux, without libc, or if nothing of this process listens on the port.
 */
export function findListener(port: number, left: readonly number[] = []) {
  if (process.platform !== 'linux') return null
  const libc = openLibc()
  const descriptor = libc ? listenerOn(libc, port, left) : null
  if (!libc || descriptor === null) return null
  const set = (socket: number, level: number, option: number, value: number) =>
    libc.symbols.setsockopt(socket, level, option, Buffer.from(Int32Array.of(value).buffer), 4)
  // A packet has fewer hops left than the most if it has passed a router, or was sent with fewer. All but the rarest clients send the most.
  const leastHops = (socket: number, hops: number) => {
    set(socket, C.IPPROTO_IP, C.IP_MINTTL, hops)
    set(socket, C.IPPROTO_IPV6, C.IPV6_MINHOPCOUNT, hops)
  }
  return {
    descriptor,
    /**
     * Lets other processes of this user listen on the same port from now on, if they ask for that (`reusePort`). Because it is set only after
     * the port was bound, binding stays exclusive: a process that does not ask for it still gets the error that the port is in use.
     */
    share() {
      set(descriptor, C.SOL_SOCKET, C.SO_REUSEPORT, 1)
    },
    /**
     * Leaves the port: the kernel ignores clients that begin to connect from now on, and those that have begun are still handed over; then
     * the socket is closed. A client tries again after a second, and then reaches the process that listens on the port by then. The runtime
     * would also close idle connections; this leaves all of them open.
     */
    async leave() {
      leastHops(descriptor, HOPS_MAX)
      for (let leftMs = HANDSHAKE_MS; leftMs > 0; leftMs -= STEP_MS) {
        await Bun.sleep(STEP_MS)
        // A connection that was accepted in between would otherwise be ignored as well.
        for (const socket of openFiles()) if (socket !== descriptor) leastHops(socket, 0)
      }
      putIdle(libc, descriptor)
    },
  }
}

/** Returns the descriptors of this process; without /proc, as many as there usually are. */
function openFiles(): number[] {
  try {
    return readdirSync('/proc/self/fd').map(Number)
  } catch {
    return Array.from({ length: DESCRIPTORS }, (_, descriptor) => descriptor)
  }
}

function listenerOn(libc: Libc, port: number, left: readonly number[]): number | null {
  const portOn = (descriptor: number) => readSockaddr(socketName(libc, descriptor) ?? Buffer.alloc(0))?.port
  const isListener = (descriptor: number) =>
    !left.includes(descriptor) && isAccepting(libc, descriptor) && portOn(descriptor) === port
  return openFiles().find(isListener) ?? null
}

/** Puts a socket that does nothing in the place of a listener: the runtime still takes the descriptor for its own and closes it one day. */
function putIdle({ symbols }: Libc, descriptor: number): void {
  const idle = symbols.socket(C.AF_INET, C.SOCK_STREAM | C.SOCK_CLOEXEC, 0)
  symbols.dup3(idle, descriptor, C.SOCK_CLOEXEC)
  symbols.close(idle)
}

/** A server of the runtime that accepts the connections of a held socket. */
export interface Adopted<Server> {
  readonly server: Server
  /** Accepts no more connections; those that wait are left to the other processes that have the socket. */
  release(): void
}

/**
 * Starts a server of the runtime on a held socket; null where that is not possible. The runtime only listens on sockets of its own making,
 * so the held socket takes the place of the one that it has just made: under the same number, and in its event loop with the same data.
 */
export function adopt<Server>({ descriptor: held }: HeldSocket, listen: () => Server): Adopted<Server> | null {
  const libc = openLibc()
  if (!libc) return null
  const before = new Set(openFiles().filter((descriptor) => isAccepting(libc, descriptor)))
  const server = listen()
  const own = openFiles().find((descriptor) => !before.has(descriptor) && isAccepting(libc, descriptor))
  const watched = own === undefined ? null : watchOf(own)
  if (own === undefined || !watched) return null
  const { symbols } = libc
  const control = (operation: number) => symbols.epoll_ctl(watched.loop, operation, own, epollEvent(watched))
  control(C.EPOLL_CTL_DEL)
  if (symbols.dup3(held, own, C.SOCK_CLOEXEC) < 0 || control(C.EPOLL_CTL_ADD) !== 0) return null
  let isHeld = true
  return {
    server,
    release() {
      if (!isHeld) return
      isHeld = false
      control(C.EPOLL_CTL_DEL)
      putIdle(libc, own)
    },
  }
}

/** Returns how an event loop of this process watches a descriptor (proc_pid_fdinfo(5)); null if none does. */
function watchOf(descriptor: number) {
  const entry = new RegExp(`^tfd:\\s+${descriptor}\\s+events:\\s+([0-9a-f]+)\\s+data:\\s+([0-9a-f]+)`, 'm')
  for (const loop of openFiles()) {
    const isLoop = orEmpty(() => readlinkSync(`/proc/self/fd/${loop}`)) === 'anon_inode:[eventpoll]'
    const [, events, data] = entry.exec(isLoop ? orEmpty(() => readFileSync(`/proc/self/fdinfo/${loop}`, 'utf8')) : '') ?? []
    if (events !== undefined && data !== undefined)
      return { loop, events: Number.parseInt(events, 16), data: BigInt(`0x${data}`) }
  }
  return null
}

/** Returns what is read, or an empty text if the descriptor was closed in between. */
function orEmpty(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
