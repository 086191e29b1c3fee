/** The entry of this domain: the parts that tools use. */
export { listNames } from '../../net/tls/general-name.ts'
export type { TlsInspection } from '../../net/tls/index.ts'
export { OLD_PROTOCOLS } from '../../net/tls/suites.ts'
export { judgeCertificates, showTls, TLS_FIELDS, type Verdict } from './certificates.ts'
export { tlsTold } from './told.ts'
