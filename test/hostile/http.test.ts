// What a web server can make of a request.
import { HTTP_CASES } from '../support/hostile/stream-cases.ts'
import { hostileTests } from '../support/hostile/suite.ts'

hostileTests(HTTP_CASES)
