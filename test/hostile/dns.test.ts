// What name servers can make of a request, through every tool that asks them.
import { DNS_CASES } from '../support/hostile/dns-cases.ts'
import { hostileTests } from '../support/hostile/suite.ts'

hostileTests(DNS_CASES)
