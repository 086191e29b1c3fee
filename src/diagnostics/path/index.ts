/** The entry of this domain: the parts that tools use. */
export { inMs } from '../../contract/span.ts'
export { BUDGET_EXCEEDED, RATE_LIMITED } from '../../net/budget.ts'
export { HANDSHAKE_PORT, reachableFirst, TRACE_METHODS } from '../../net/path/index.ts'
export { HOP_FIELDS, PING_FIELDS, REPLY_FIELDS, TRACE_FIELDS } from './fields.ts'
export { ping } from './ping.ts'
export { hopsTold, printHop, printPing, printReply, printTrace, repliesTold } from './print.ts'
export { HOST_FIELD, HOST_STEPS } from './told.text.ts'
export { trace } from './trace.ts'
