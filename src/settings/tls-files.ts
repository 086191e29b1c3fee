import type { KeyObject, X509Certificate } from 'node:crypto'
import { builtIn } from '../platform/lazy-modules.ts'
import { readOperatorFile } from '../platform/operator-file.ts'

const MAX_BYTES = 1024 * 1024
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** A certificate or a key that cannot be used; the message names the flag, the file and the reason. */
export class TlsFileError extends Error {}

/** The certificate and key that a listener presents. */
export interface Identity {
  readonly cert: string
  readonly key: string
}

export interface TlsFiles {
  readonly identity: Identity
  /** The reason why clients reject the certificate by its dates; null if they do not. */
  readonly fault: string | null
  /** Reads both files again; throws, and changes nothing, where they cannot be used. */
  reload(): void
}

interface Paths {
  readonly tlsCert: string | null
  readonly tlsKey: string | null
}

/** Null if neither file is named. Throws a TlsFileError that says what to change. */
export function openTlsFiles({ tlsCert, tlsKey }: Paths): TlsFiles | null {
  if (tlsCert === null && tlsKey === null) return null
  if (tlsKey === null) throw new TlsFileError('--tls-cert requires --tls-key')
  if (tlsCert === null) throw new TlsFileError('--tls-key requires --tls-cert')
  let current = readPair(tlsCert, tlsKey)
  return {
    get identity() {
      return current.identity
    },
    get fault() {
      return faultOf(current.leaf, tlsCert)
    },
    reload() {
      const next = readPair(tlsCert, tlsKey)
      const fault = faultOf(next.leaf, tlsCert)
      if (fault !== null) throw new TlsFileError(fault)
      current = next
    },
  }
}

function readPair(certPath: string, keyPath: string): { identity: Identity; leaf: X509Certificate } {
  const [cert, key] = [readText('--tls-cert', certPath), readText('--tls-key', keyPath)]
  const leaf = readChain(certPath, cert)
  if (!leaf.checkPrivateKey(readKey(keyPath, key))) {
    throw new TlsFileError(
      `--tls-key: ${keyPath} does not belong to the first certificate in ${certPath}: the server's own certificate comes first, its issuers after it`,
    )
  }
  return { identity: { cert, key }, leaf }
}

function readChain(path: string, text: string): X509Certificate {
  const { X509Certificate } = builtIn.crypto()
  const chain = (text.match(PEM) ?? []).map((pem, index) => {
    try {
      return new X509Certificate(pem)
    } catch {
      throw new TlsFileError(`--tls-cert: certificate ${index + 1} in ${path} cannot be read`)
    }
  })
  const [leaf] = chain
  if (!leaf) throw new TlsFileError(`--tls-cert: ${path} does not contain a PEM certificate`)
  return leaf
}

function readKey(path: string, text: string): KeyObject {
  if (/ENCRYPTED/.test(text)) {
    throw new TlsFileError(`--tls-key: ${path} is encrypted: decrypt it with openssl pkey -in ${path} -out FILE`)
  }
  try {
    return builtIn.crypto().createPrivateKey(text)
  } catch {
    throw new TlsFileError(`--tls-key: ${path} does not contain a PEM private key`)
  }
}

/**
 * Returns what is wrong with the dates of a certificate. At the start this is only a warning, since a clock may be wrong, above all on a
 * machine without a battery for it.
 */
function faultOf({ validFrom, validTo }: X509Certificate, path: string): string | null {
  const now = Date.now()
  if (Date.parse(validTo) < now) return `--tls-cert: the certificate in ${path} expired on ${dayOf(validTo)}`
  if (Date.parse(validFrom) > now) return `--tls-cert: the certificate in ${path} is not valid before ${dayOf(validFrom)}`
  return null
}

function dayOf(date: string): string {
  return new Date(date).toISOString().slice(0, 10)
}

function readText(flag: string, path: string): string {
  try {
    return readOperatorFile(path, MAX_BYTES).toString('utf8')
  } catch (error) {
    throw new TlsFileError(`${flag}: ${path} ${error instanceof Error ? error.message : 'cannot be read'}`)
  }
}
