import { lstatSync, renameSync, rmSync } from 'node:fs'
import { Misfit } from '../../platform/misfit.ts'
import { C, readSockaddr } from './layout.ts'
import { isAccepting, type Libc, openLibc, readUnixPath, socketName, socketOption, unixSockaddr } from './libc.ts'
import { ERRNO } from './verdict.ts'

/** The connections that wait until they are accepted, as far as the system allows. */
const BACKLOG = 4096
/** Leaves a file to the user and the group, 0660: the group is that of the proxy in front. */
const FILE_UMASK = 0o117

/** A socket that listens before a server of the runtime takes it over. */
export interface HeldSocket {
  readonly descriptor: number
  /** The address that it listens on, or the path of its file. */
  readonly host: string
  /** Null for a socket file. */
  readonly port: number | null
  /** Removes the file, unless another process has put its own there. */
  remove(): void
}

/** Returns a socket that another program has opened. Throws a Misfit if it is not one that a server can use. */
export function holdDescriptor(descriptor: number, path: string | null = null): HeldSocket {
  const libc = callable()
  const isListening = socketOption(libc, descriptor, C.SO_TYPE) === C.SOCK_STREAM && isAccepting(libc, descriptor)
  const bytes = socketName(libc, descriptor)
  const [address, bound] = [readSockaddr(bytes), readUnixPath(bytes)]
  if (!isListening || (!address && bound === null)) throw notListening(descriptor)
  // The runtime accepts until no connection is left; the others that have this socket only wait for it.
  libc.symbols.fcntl(descriptor, C.F_SETFL, libc.symbols.fcntl(descriptor, C.F_GETFL, 0) | C.SOCK_NONBLOCK)
  const remove = path === null ? () => {} : removerOf(path)
  return { descriptor, host: address?.address.text ?? path ?? bound ?? '', port: address?.port ?? null, remove }
}

/**
 * Makes a socket file that listens. It is made beside its place and then moved there, so that clients never find a file that does not
 * answer, and a server that gives way to this one loses nobody. Throws a Misfit if the place is taken.
 */
export function holdFile(path: string, replaces: boolean): HeldSocket {
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
    'socket files are not allowed here: the systemd unit needs C.AF_UNIX in RestrictAddressFamilies=',
    '소켓 파일을 쓸 수 없습니다. systemd 유닛의 RestrictAddressFamilies=에 AF_UNIX를 넣으십시오',
  ),
}

function notMade(path: string, errno: number): Misfit {
  const { message, ko } = BIND_FAILURES[errno] ?? new Misfit(`error ${errno}`, `오류 ${errno}`)
  return new Misfit(`${path} cannot be made: ${message}`, `${path} 파일을 만들 수 없습니다. ${ko}`)
}
