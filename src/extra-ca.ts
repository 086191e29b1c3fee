import { readFileSync } from 'node:fs'
import { builtIn } from './built-in.ts'

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The roots in a PEM file. Throws an Error that says what is wrong with it. */
export function readExtraCa(path: string): string[] {
  const certificates = readText(path).match(PEM) ?? []
  if (certificates.length === 0) throw new Error(`${path} holds no PEM certificate`)
  for (const [index, certificate] of certificates.entries()) {
    try {
      const { X509Certificate } = builtIn.crypto()
      new X509Certificate(certificate)
    } catch {
      throw new Error(`certificate ${index + 1} in ${path} cannot be read`)
    }
  }
  return certificates
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown'
    throw new Error(`${path} cannot be read (${code})`)
  }
}
