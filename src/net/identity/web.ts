import { jsonOf } from '../../contract/clean.ts'
import { authorityOf, portOfUrl } from '../../policy/address.ts'
import { headerOf, wantsTls } from '../http/body.ts'
import { versionIn } from './banner.ts'
import { type Asked, type Identified, type Protocol, recordOf, said } from './protocol.ts'
import { leadsToRouter, namesRouter, type Page, pageRequest, readPage, textOf, titleOf } from './router-words.ts'

const REDIRECTS = [301, 302, 303, 307, 308]
const PATH_CHARACTERS_MAX = 256
const REALM = 'realm="'

/** The front page of whatever speaks HTTP: its title, and its software. */
export const HTTP: Protocol = {
  transport: 'tcp',
  maybeSecure: true,
  hello: (to) => pageRequest('/', to),
  read(bytes, isLast = false, to) {
    const page = readPage(bytes, isLast)
    if (page === null || page === 'more') return page
    const { head, body, isComplete } = page
    const path = to && REDIRECTS.includes(head.status) ? pathOf(head.location, to) : null
    if (to && path !== null) return { send: pageRequest(path, to), known: frontOf(page, null, to) }
    const title = titleOf(body)
    if (title === null && !isComplete) return 'more'
    return wantsTls({ head, body }) ? null : frontOf(page, title, to)
  },
}

/** The status of an Icecast server, in JSON. */
export const ICECAST = product('/status-json.xsl', ({ body }) => {
  const stats = recordOf(recordOf(jsonOf(textOf(body)))?.icestats)
  if (!stats) return null
  const software = typeof stats.server_id === 'string' ? stats.server_id : ''
  return { kind: 'icecast', name: said(software), version: versionIn(software), players: null }
})

/** The answer of Plex that needs no account. */
export const PLEX = product('/identity', ({ body }) => {
  const tag = between(textOf(body), '<MediaContainer', '>')
  if (!tag?.includes(' machineIdentifier="')) return null
  return { kind: 'plex', name: 'Plex Media Server', version: said(between(tag, ' version="', '"')), players: null }
})

/** The answer of Jellyfin that needs no account. */
export const JELLYFIN = product('/System/Info/Public', (page) => mediaServer(page, 'jellyfin'))

/** The same of Emby, from which Jellyfin has it. */
export const EMBY = product('/System/Info/Public', (page) => mediaServer(page, 'emby'))

/** The manifest that Home Assistant gives to browsers before anybody has signed in; its version is not public. */
export const HOME_ASSISTANT = product('/manifest.json', ({ body }) => {
  const name = recordOf(jsonOf(textOf(body)))?.name
  return name === 'Home Assistant' ? { kind: 'home-assistant', name, version: null, players: null } : null
})

/** The list of interfaces of DSM, which its own apps ask for before they sign in. */
export const SYNOLOGY = product('/webapi/query.cgi?api=SYNO.API.Info&version=1&method=query&query=SYNO.API.Auth', ({ body }) => {
  const data = recordOf(recordOf(jsonOf(textOf(body)))?.data)
  return data && 'SYNO.API.Auth' in data ? { kind: 'synology', name: 'Synology DSM', version: null, players: null } : null
})

/** The answer of QTS to a login without a name, which says the model and the version of the firmware. */
export const QNAP = product('/cgi-bin/authLogin.cgi', ({ body }) => {
  const text = textOf(body)
  if (!text.includes('<QDocRoot')) return null
  const model = tagOf(text, 'displayModelName') ?? tagOf(text, 'modelName')
  return { kind: 'qnap', name: said(model), version: said(tagOf(text, 'version')), players: null }
})

/** Returns the way to ask for the page of one product, which is read only when it is complete. */
function product(path: string, identify: (page: Page) => Identified | null): Protocol {
  return {
    transport: 'tcp',
    maybeSecure: true,
    hello: (to) => pageRequest(path, to),
    read(bytes, isLast = false) {
      const page = readPage(bytes, isLast)
      if (page === null || page === 'more') return page
      return page.isComplete ? identify(page) : 'more'
    },
  }
}

function mediaServer({ body }: Page, asked: 'jellyfin' | 'emby'): Identified | null {
  const info = recordOf(jsonOf(textOf(body)))
  if (!info || typeof info.Version !== 'string' || typeof info.Id !== 'string') return null
  const isJellyfin = typeof info.ProductName === 'string' && info.ProductName.includes('Jellyfin')
  const kind = isJellyfin ? 'jellyfin' : 'emby'
  return kind === asked || !isJellyfin ? { kind, name: said(info.ServerName), version: said(info.Version), players: null } : null
}

/** The statuses of a page that lets in only whom it knows. */
const CLOSED = [401, 403]
const PASSWORD = /type=["']?password/i

/** Returns what a front page says: a router's own, one to sign in on, or any other. */
function frontOf({ head, body }: Pick<Page, 'head' | 'body'>, title: string | null, to: Asked | undefined): Identified {
  const server = headerOf(head, 'server')
  const realm = between(headerOf(head, 'www-authenticate') ?? '', REALM, '"')
  const isRouter = namesRouter([said(title), said(realm), said(server)]) || leadsToRouter(head.location, body)
  const isSignIn = CLOSED.includes(head.status) || leadsAway(head.location, to) || PASSWORD.test(body.toString('latin1'))
  return {
    kind: isRouter ? 'router-page' : isSignIn ? 'sign-in-page' : 'http',
    name: said(title) ?? said(realm),
    version: said(server),
    players: null,
  }
}

/** Returns whether a redirect leads to another host, as that of a sign-in for several services does. */
function leadsAway(location: string | null, to: Asked | undefined): boolean {
  const base = to && `http://${authorityOf(to.host, to.port)}/`
  const url = location === null || !base ? null : URL.parse(location, base)
  return url !== null && url.hostname !== URL.parse(base ?? '')?.hostname
}

/** Returns the path of a redirect that stays at the same address and port; null for any other. */
function pathOf(location: string | null, to: Asked): string | null {
  const base = `http://${authorityOf(to.host, to.port)}/`
  const url = location === null ? null : URL.parse(location, base)
  const own = URL.parse(base)
  if (!url || !own || url.hostname !== own.hostname || portOfUrl(url) !== to.port) return null
  const path = `${url.pathname}${url.search}`
  return path === '/' || path.length > PATH_CHARACTERS_MAX ? null : path
}

function tagOf(text: string, tag: string): string | null {
  const found = between(text, `<${tag}>`, `</${tag}>`)
  return found === null ? null : (between(found, '<![CDATA[', ']]>') ?? found)
}

function between(text: string, start: string, end: string): string | null {
  const at = text.indexOf(start)
  const from = at + start.length
  const to = at < 0 ? -1 : text.indexOf(end, from)
  return to < 0 ? null : text.slice(from, to)
}
