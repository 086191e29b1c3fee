import { builtIn } from '../platform/lazy-modules.ts'
import { readOperatorFile } from '../platform/operator-file.ts'
import { Misfit, saidOf } from './config-error.ts'

/** A bundle of all public roots takes a quarter of a megabyte. */
const MAX_BYTES = 16 * 1024 * 1024
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** A file of roots that cannot be used; the message says why. */
export class ExtraCaError extends Misfit {}

/** Roots that the operator trusts in addition to the bundled ones. */
export interface ExtraCa {
  readonly certificates: readonly string[]
  /** Rereads the file. If that fails, it throws and changes nothing. */
  reload(): void
}

/** Throws an ExtraCaError that says what is wrong with the file. */
export function openExtraCa(path: string | null): ExtraCa {
  const read = () => (path === null ? [] : readExtraCa(path))
  let certificates = read()
  return {
    get certificates() {
      return certificates
    },
    reload() {
      certificates = read()
    },
  }
}

function readExtraCa(path: string): string[] {
  const certificates = readText(path).match(PEM) ?? []
  if (certificates.length === 0)
    throw new ExtraCaError(`${path} does not contain a PEM certificate`, `${path} 파일에 PEM 인증서가 없습니다`)
  for (const [index, certificate] of certificates.entries()) {
    try {
      const { X509Certificate } = builtIn.crypto()
      new X509Certificate(certificate)
    } catch {
      throw new ExtraCaError(
        `certificate ${index + 1} in ${path} cannot be read`,
        `${path} 파일의 ${index + 1}번째 인증서를 읽을 수 없습니다`,
      )
    }
  }
  return certificates
}

function readText(path: string): string {
  try {
    return readOperatorFile(path, MAX_BYTES).toString('utf8')
  } catch (error) {
    const { en, ko } = saidOf(path, error)
    throw new ExtraCaError(en, ko)
  }
}
