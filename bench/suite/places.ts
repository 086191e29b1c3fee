import { ask } from './servers.ts'

/** For degrees that one server rounds to five decimals. */
const NEAR = 1e-4
/** Written as constants by the peer. */
const CONSTANT = ['ipVersion', 'dataDate', 'scope']
/** A peer that pastes texts into JSON breaks it where they contain a quotation mark. */
const BROKEN_SHARE_MAX = 0.05

/** Throws unless two servers say the same of these clients. */
export async function agree(ours: string, theirs: string, clients: readonly string[]): Promise<void> {
  let broken = 0
  for (const client of clients) {
    const [one, other] = await Promise.all([ours, theirs].map(async (url) => (await ask(url, client)).text()))
    const [own, foreign] = [fieldsOf(one), fieldsOf(other)]
    if (!own) throw new Error(`doorstep answers ${one}`)
    if (!foreign) broken++
    const differing = foreign && Object.keys(own).find((key) => !CONSTANT.includes(key) && !isSame(own[key], foreign[key]))
    if (differing) throw new Error(`of ${client}, ${differing} is ${own[differing]} here and ${foreign[differing]} there`)
  }
  if (broken > clients.length * BROKEN_SHARE_MAX) throw new Error(`${broken} of ${clients.length} answers are not JSON`)
}

function fieldsOf(text = ''): Record<string, unknown> | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return typeof one === 'number' && typeof other === 'number' ? Math.abs(one - other) < NEAR : one === other
}
