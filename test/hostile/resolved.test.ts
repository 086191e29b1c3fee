// The same through unbound, which hands on only what it holds to be true.
import { RESOLVED_CASES } from '../support/hostile/dns-cases.ts'
import { hostileTests } from '../support/hostile/suite.ts'

hostileTests(RESOLVED_CASES, { resolver: 'unbound' })
