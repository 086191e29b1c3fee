// A client of ACME (RFC 8555) as small as it can be: one account, and an order for one name by one method.
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { Method } from '../../../src/issuance/fields.ts'
import { der, dn, EXTENSION, seq } from '../tls/der.ts'

const POLL_MS = 50
/** An authority tries for 15 seconds. */
const WAIT_MS = 25_000
const EXTENSION_REQUEST = Buffer.from('2a864886f70d01090e', 'hex')
const ECDSA_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex')

/** The key of the account, and its thumbprint (RFC 7638). */
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const { crv, kty, x, y } = publicKey.export({ format: 'jwk' })
const jwk = { crv, kty, x, y }
export const THUMBPRINT = createHash('sha256').update(JSON.stringify(jwk)).digest('base64url')

/** The answer that an authority wants to see. */
export interface Challenge {
  readonly domain: string
  readonly token: string
  /** The content of the file over HTTP. */
  readonly keyAuthorization: string
}

/** The end of an order: a certificate, or the words with which it was refused. */
export type Ordered = { readonly issued: true } | { readonly issued: false; readonly why: string }

export interface AcmeClient {
  order(name: string, method: Method, answer: (challenge: Challenge) => Promise<AsyncDisposable>): Promise<Ordered>
}

interface Reply {
  readonly location: string
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: the fields are those of RFC 8555
  readonly json: any
}

const base64 = (value: object | string | Buffer) =>
  (Buffer.isBuffer(value) ? value : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))).toString('base64url')

export async function openAccount(directoryUrl: string): Promise<AcmeClient> {
  const insecure = { tls: { rejectUnauthorized: false } }
  const directory = await (await fetch(directoryUrl, insecure)).json()
  const post = async (url: string, payload: object | '', who: object): Promise<Reply> => {
    const nonce = (await fetch(directory.newNonce, insecure)).headers.get('replay-nonce')
    const head = base64({ alg: 'ES256', nonce, url, ...who })
    const body = base64(payload)
    const signature = base64(sign('sha256', Buffer.from(`${head}.${body}`), { key: privateKey, dsaEncoding: 'ieee-p1363' }))
    const answer = await fetch(url, {
      ...insecure,
      method: 'POST',
      headers: { 'content-type': 'application/jose+json' },
      body: JSON.stringify({ protected: head, payload: body, signature }),
    })
    const text = await answer.text()
    const json = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : null
    return { location: answer.headers.get('location') ?? '', text, json }
  }
  const account = await post(directory.newAccount, { termsOfServiceAgreed: true }, { jwk })
  const ask = (url: string, payload: object | '' = '') => post(url, payload, { kid: account.location })
  const settled = async (url: string) => {
    for (const started = performance.now(); performance.now() - started < WAIT_MS; await Bun.sleep(POLL_MS)) {
      const reply = await ask(url)
      if (!['pending', 'processing'].includes(reply.json.status)) return reply
    }
    throw new Error(`the authority did not come to an end: ${url}`)
  }
  return {
    async order(name, method, answer) {
      const order = await ask(directory.newOrder, { identifiers: [{ type: 'dns', value: name }] })
      if (!order.location) return { issued: false, why: order.json.detail }
      const [authorization] = order.json.authorizations
      const { identifier, challenges } = (await ask(authorization)).json
      const challenge = challenges.find(({ type }: { type: string }) => type === method)
      if (!challenge) return { issued: false, why: `${method} is not offered for this name` }
      const { token } = challenge
      await using _ = await answer({ domain: identifier.value, token, keyAuthorization: `${token}.${THUMBPRINT}` })
      await ask(challenge.url, {})
      const { json } = await settled(authorization)
      if (json.status !== 'valid') {
        const tried = json.challenges.find(({ type }: { type: string }) => type === method)
        return { issued: false, why: tried.error?.detail ?? json.status }
      }
      await ask(order.json.finalize, { csr: base64(certificateRequest(name)) })
      const { certificate } = (await settled(order.location)).json
      if (!(await ask(certificate)).text.startsWith('-----BEGIN CERTIFICATE-----')) throw new Error('no certificate came')
      return { issued: true }
    },
  }
}

/** Returns a request for a certificate (PKCS #10) of a name. */
function certificateRequest(name: string): Buffer {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const extensions = seq(der(6, EXTENSION_REQUEST), der(0x31, seq(EXTENSION.san(name))))
  const subject = publicKey.export({ type: 'spki', format: 'der' })
  const signed = seq(der(2, Buffer.from([0])), dn({}), subject, der(0xa0, extensions))
  return seq(signed, ECDSA_SHA256, der(3, Buffer.from([0]), sign('sha256', signed, privateKey)))
}

/** Returns the extension of a certificate that answers TLS-ALPN-01 (RFC 8737, section 3). */
export function acmeIdentifier(keyAuthorization: string): Buffer {
  const digest = createHash('sha256').update(keyAuthorization).digest()
  const critical = der(1, Buffer.from([0xff]))
  return seq(der(6, Buffer.from('2b0601050507011f', 'hex')), critical, der(4, der(4, digest)))
}

/** Returns the value of a TXT record that answers DNS-01. */
export const recordValue = (keyAuthorization: string): string => createHash('sha256').update(keyAuthorization).digest('base64url')
