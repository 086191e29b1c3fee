// The cost of a hostile server behind a TLS port.
import { TLS_CASES } from '../support/hostile/stream-cases.ts'
import { hostileTests } from '../support/hostile/suite.ts'

hostileTests(TLS_CASES)
