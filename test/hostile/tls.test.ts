// What whoever stands behind a TLS port can make of a request.
import { TLS_CASES } from '../support/hostile/stream-cases.ts'
import { hostileTests } from '../support/hostile/suite.ts'

hostileTests(TLS_CASES)
