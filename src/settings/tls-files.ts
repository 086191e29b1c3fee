import type { KeyObject, X509Certificate } from 'node:crypto'
import { builtIn } from '../platform/lazy-modules.ts'
import { readOperatorFile } from '../platform/operator-file.ts'
import { type Both, both, Misfit, saidOf } from './config-error.ts'
import type { Config } from './options.ts'

const MAX_BYTES = 1024 * 1024
/** A bundle of all public roots takes a quarter of a megabyte. */
const ROOTS_MAX_BYTES = 16 * MAX_BYTES
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The certificate and key that a listener presents. */
export interface Identity {
  readonly cert: string
  readonly key: string
}

/** The certificate and key of the settings. Throws a Misfit that names the flag, the file and what to change. */
export class TlsFiles {
  #pair: ReturnType<typeof readPair>

  constructor(
    private readonly certPath: string,
    private readonly keyPath: string,
  ) {
    this.#pair = readPair(certPath, keyPath)
  }

  get identity(): Identity {
    return this.#pair.identity
  }

  /** The reason why clients reject the certificate by its dates; null if they do not. */
  get fault(): Both | null {
    return faultOf(this.#pair.leaf, this.certPath)
  }

  /** Reads both files again; throws, and changes nothing, where they cannot be used. */
  reload(): void {
    const next = readPair(this.certPath, this.keyPath)
    const fault = faultOf(next.leaf, this.certPath)
    if (fault !== null) throw new Misfit(fault.en, fault.ko)
    this.#pair = next
  }
}

/** Null if neither file is named. */
export function openTlsFiles({ tlsCert, tlsKey }: Pick<Config, 'tlsCert' | 'tlsKey'>): TlsFiles | null {
  if (tlsCert === null && tlsKey === null) return null
  if (tlsKey === null) throw new Misfit('--tls-cert requires --tls-key', '--tls-cert 옵션에는 --tls-key 옵션도 필요합니다')
  if (tlsCert === null) throw new Misfit('--tls-key requires --tls-cert', '--tls-key 옵션에는 --tls-cert 옵션도 필요합니다')
  return new TlsFiles(tlsCert, tlsKey)
}

function readPair(certPath: string, keyPath: string): { identity: Identity; leaf: X509Certificate } {
  const [cert, key] = [readText('--tls-cert: ', certPath), readText('--tls-key: ', keyPath)]
  const [leaf] = readCertificates('--tls-cert: ', certPath, cert)
  if (!leaf.checkPrivateKey(readKey(keyPath, key))) {
    throw new Misfit(
      `--tls-key: ${keyPath} does not belong to the first certificate in ${certPath}: the server's own certificate comes first, its issuers after it`,
      `--tls-key: ${keyPath} 키가 ${certPath} 파일의 첫 번째 인증서와 맞지 않습니다. 서버 인증서를 먼저, 발급자 인증서를 그 뒤에 넣으십시오`,
    )
  }
  return { identity: { cert, key }, leaf }
}

/** Returns the certificates in a file, at least one. `flag`: what stands before the path in a message. */
function readCertificates(flag: string, path: string, text: string): readonly [X509Certificate, ...X509Certificate[]] {
  const { X509Certificate } = builtIn.crypto()
  const [first, ...others] = (text.match(PEM) ?? []).map((pem, index) => {
    try {
      return new X509Certificate(pem)
    } catch {
      throw new Misfit(
        `${flag}certificate ${index + 1} in ${path} cannot be read`,
        `${flag}${path} 파일의 ${index + 1}번째 인증서를 읽을 수 없습니다`,
      )
    }
  })
  if (first) return [first, ...others]
  throw new Misfit(`${flag}${path} does not contain a PEM certificate`, `${flag}${path} 파일에 PEM 인증서가 없습니다`)
}

function readKey(path: string, text: string): KeyObject {
  if (/ENCRYPTED/.test(text)) {
    const command = `openssl pkey -in ${path} -out FILE`
    throw new Misfit(
      `--tls-key: ${path} is encrypted: decrypt it with ${command}`,
      `--tls-key: ${path} 키가 암호화되어 있습니다. 다음 명령으로 암호를 푸십시오: ${command}`,
    )
  }
  try {
    return builtIn.crypto().createPrivateKey(text)
  } catch {
    throw new Misfit(`--tls-key: ${path} does not contain a PEM private key`, `--tls-key: ${path} 파일에 PEM 개인 키가 없습니다`)
  }
}

/**
 * Returns what is wrong with the dates of a certificate. At the start this is only a warning, since a clock may be wrong, above all on a
 * machine without a battery for it.
 */
function faultOf({ validFrom, validTo }: X509Certificate, path: string): Both | null {
  const now = Date.now()
  if (Date.parse(validTo) < now)
    return both(
      `--tls-cert: the certificate in ${path} expired on ${dayOf(validTo)}`,
      `--tls-cert: ${path} 인증서가 ${dayOf(validTo)}에 만료되었습니다`,
    )
  if (Date.parse(validFrom) > now)
    return both(
      `--tls-cert: the certificate in ${path} is not valid before ${dayOf(validFrom)}`,
      `--tls-cert: ${path} 인증서는 ${dayOf(validFrom)}부터 유효합니다`,
    )
  return null
}

function dayOf(date: string): string {
  return new Date(date).toISOString().slice(0, 10)
}

function readText(flag: string, path: string, maxBytes = MAX_BYTES): string {
  try {
    return readOperatorFile(path, maxBytes).toString('utf8')
  } catch (error) {
    const { en, ko } = saidOf(`${flag}${path}`, error)
    throw new Misfit(en, ko)
  }
}

/** Roots that the operator trusts in addition to the bundled ones; none without a file. Throws a Misfit that says what is wrong with it. */
export class ExtraCa {
  #certificates: readonly string[] = []

  constructor(private readonly path: string | null) {
    this.reload()
  }

  get certificates(): readonly string[] {
    return this.#certificates
  }

  /** Rereads the file. If that fails, it throws and changes nothing. */
  reload(): void {
    if (this.path === null) return
    const text = readText('', this.path, ROOTS_MAX_BYTES)
    readCertificates('', this.path, text)
    this.#certificates = text.match(PEM) ?? []
  }
}
