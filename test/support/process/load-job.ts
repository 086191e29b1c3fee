// Clients that ask a port until their standard input ends, in whichever network they are started in; prints their counts.
import { Load } from './load.ts'

const [port = '', clients = ''] = process.argv.slice(2)
const load = new Load(Number(port), Number(clients))
console.log('asking')
for await (const _ of Bun.stdin.stream()) {
  // Nothing is written there.
}
console.log(JSON.stringify(await load.end()))
