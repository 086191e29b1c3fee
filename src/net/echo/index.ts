export { askEcho, type EchoSeen } from './home.ts'
export { type EchoPort, openEchoPort } from './server.ts'
