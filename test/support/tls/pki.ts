import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execute, run } from '../net/namespace.ts'

const DAY_MS = 86_400_000

export interface Issue {
  /** The certificate that signs it; itself by default. */
  by?: Issued
  /** The certificate whose key it has; a new key by default. */
  keyOf?: Issued
  subject?: string
  /** As openssl writes them: `DNS:web.test`, `IP:127.0.0.1`. */
  san?: readonly string[]
  /** For `openssl genpkey`: `RSA`, `EC`, `ED25519`. */
  algorithm?: 'RSA' | 'EC' | 'ED25519'
  options?: readonly string[]
  digest?: string
  /** In days from now. */
  from?: number
  to?: number
  extensions?: readonly string[]
}

export type Issued = { readonly name: string; readonly key: string; readonly certificate: string }

export const AUTHORITY = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign,cRLSign']

const CONFIG = `
[ca]
default_ca = one
[one]
database = index.txt
new_certs_dir = .
rand_serial = yes
policy = any
unique_subject = no
[any]
countryName = optional
organizationName = optional
commonName = optional
[req]
distinguished_name = none
[none]
`

/** A folder in which certificates are issued by the openssl command. */
export class Pki implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'doorstep-pki-'))

  constructor() {
    writeFileSync(this.path('index.txt'), '')
    writeFileSync(this.path('config'), CONFIG)
  }

  path(name: string): string {
    return join(this.folder, name)
  }

  async issue(name: string, issue: Issue = {}): Promise<Issued> {
    const {
      by,
      keyOf,
      subject = `/CN=${name}`,
      san = [],
      algorithm = 'EC',
      digest = 'sha256',
      from = -1,
      to = 89,
      extensions = [],
    } = issue
    const options = issue.options ?? (algorithm === 'EC' ? ['-pkeyopt', 'ec_paramgen_curve:P-256'] : [])
    const issued = { name, key: keyOf?.key ?? this.path(`${name}.key`), certificate: this.path(`${name}.pem`) }
    const request = this.path(`${name}.csr`)
    const extensionFile = this.path(`${name}.ext`)
    writeFileSync(extensionFile, [...(san.length > 0 ? [`subjectAltName=${san.join(',')}`] : []), ...extensions, ''].join('\n'))
    if (!keyOf) await run(['openssl', 'genpkey', '-algorithm', algorithm, ...options, '-out', issued.key])
    const digests = algorithm === 'ED25519' ? [] : ['-sha256']
    await run(
      ['openssl', 'req', '-new', '-config', 'config', '-key', issued.key, '-subj', subject, ...digests, '-out', request],
      { cwd: this.folder },
    )
    const signer = by ? ['-cert', by.certificate, '-keyfile', by.key] : ['-selfsign', '-keyfile', issued.key]
    const dates = ['-startdate', stamp(from), '-enddate', stamp(to)]
    const how = ['-batch', '-config', 'config', '-notext', '-md', digest, ...dates, '-extfile', extensionFile]
    await run(['openssl', 'ca', ...how, ...signer, '-in', request, '-out', issued.certificate], { cwd: this.folder })
    return issued
  }

  /** Returns the certificates of several in one file. */
  async bundle(...all: readonly Issued[]): Promise<string> {
    const file = this.path(`${all.map(({ name }) => name).join('+') || 'empty'}.bundle`)
    const texts = await Promise.all(all.map(({ certificate }) => Bun.file(certificate).text()))
    writeFileSync(file, texts.join(''))
    return file
  }

  /**
   * Returns whether `openssl verify` accepts a certificate for a host, with this root and the certificates that the server sends after it.
   */
  async verifies(leaf: Issued, chain: readonly Issued[], root: Issued, host: string): Promise<boolean> {
    const name = /^[\d.]+$|:/.test(host) ? ['-verify_ip', host] : ['-verify_hostname', host]
    const untrusted = chain.length > 0 ? ['-untrusted', await this.bundle(...chain)] : []
    const trusted = ['-CAfile', root.certificate, '-no-CApath', '-no-CAstore', '-purpose', 'sslserver']
    const { exitCode } = await execute(['openssl', 'verify', ...trusted, ...untrusted, ...name, leaf.certificate])
    return exitCode === 0
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function stamp(days: number): string {
  return `${new Date(Date.now() + days * DAY_MS).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`
}
