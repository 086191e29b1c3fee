import { constants, realpathSync, type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Both, both } from './misfit.ts'

const WRITABLE_BY_OTHERS = constants.S_IWGRP | constants.S_IWOTH
/** In a folder with this bit (/tmp), a user cannot replace the files of another. */
const STICKY = 0o1000
const ROOT_UID = 0

/**
 * Returns why somebody other than root or the user of the server could change the file at a path; null if that is not possible. A system
 * without such users (Windows) counts as safe.
 */
export function distrust(path: string): Both | null {
  const stats = statSync(path)
  return otherOwner(stats) ?? ((stats.mode & WRITABLE_BY_OTHERS) === 0 ? null : writable(path, stats))
}

/** A file or folder that another user could change. */
interface Distrusted {
  readonly path: string
  readonly says: Both
}

/**
 * Returns the same for the folders above a folder: a user who may write there can put something else in its place, or move a link on the
 * way to it.
 */
export function distrustAbove(folder: string): Distrusted[] {
  const found = [realpathSync(folder), resolve(folder)].map(firstAbove).filter((one) => one !== null)
  return found.filter(({ path }, index) => found.findIndex((one) => one.path === path) === index)
}

function firstAbove(path: string): Distrusted | null {
  const above = dirname(path)
  if (above === path) return null
  const stats = statSync(above)
  const isOpen = (stats.mode & WRITABLE_BY_OTHERS) !== 0 && (stats.mode & STICKY) === 0
  const says = otherOwner(stats) ?? (isOpen ? writable(above, stats) : null)
  return says === null ? firstAbove(above) : { path: above, says }
}

function otherOwner({ uid }: Stats): Both | null {
  const user = process.geteuid?.()
  if (user === undefined || uid === user || uid === ROOT_UID) return null
  const trusted = user === ROOT_UID ? 'root, who runs the server' : `root or to user ${user}, who runs the server`
  const korean = user === ROOT_UID ? 'root' : `root 또는 사용자 ${user}`
  return both(
    `belongs to user ${uid}, not to ${trusted}: it must not be anybody else's to change`,
    `소유자가 사용자 ${uid}입니다. 서버를 실행하는 ${korean}만 바꿀 수 있어야 합니다`,
  )
}

function writable(path: string, { mode }: Stats): Both | null {
  if (process.geteuid === undefined) return null
  const isGroup = (mode & constants.S_IWOTH) === 0
  return both(
    `can be written to by ${isGroup ? 'its group' : 'everybody'}: chmod go-w ${path}`,
    `${isGroup ? '그룹의 다른 사용자도' : '누구나'} 쓸 수 있습니다. 다음 명령으로 막으십시오: chmod go-w ${path}`,
  )
}
