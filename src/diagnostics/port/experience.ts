/** Ports that providers often block on home lines (mail, web, Windows file sharing, name service, router management). */
const OFTEN_BLOCKED = new Set([21, 22, 23, 25, 53, 80, 110, 135, 137, 138, 139, 143, 161, 443, 445, 1433, 3389, 5060, 7547, 8080])
/** Open ports that are attacked first: remote control, file sharing, databases without a password. */
const OFTEN_ATTACKED = new Set([23, 135, 139, 445, 1433, 2375, 3306, 3389, 5432, 5900, 6379, 9200, 11211, 27017])

export function isOftenBlocked(port: number): boolean {
  return OFTEN_BLOCKED.has(port)
}

export function isOftenAttacked(port: number): boolean {
  return OFTEN_ATTACKED.has(port)
}
