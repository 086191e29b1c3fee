// The same through unbound, which passes on only what it has validated.
import { RESOLVED_CASES } from '../support/hostile/dns-cases.ts'
import { hostileTests } from '../support/hostile/suite.ts'

hostileTests(RESOLVED_CASES, { resolver: 'unbound' })
