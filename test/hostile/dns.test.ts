// The cost of hostile name servers, through every tool that asks them.
import { DNS_CASES } from '../support/hostile/dns-cases.ts'
import { hostileTests } from '../support/hostile/suite.ts'

hostileTests(DNS_CASES)
