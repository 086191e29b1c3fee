// The cost of hostile routers and hosts to a ping, a trace or a check of a port.
import { PATH_CASES } from '../support/hostile/path-cases.ts'
import { hostileTests } from '../support/hostile/suite.ts'

hostileTests(PATH_CASES)
