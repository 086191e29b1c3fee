// The cost of a hostile web server.
import { HTTP_CASES } from '../support/hostile/stream-cases.ts'
import { hostileTests } from '../support/hostile/suite.ts'

hostileTests(HTTP_CASES)
