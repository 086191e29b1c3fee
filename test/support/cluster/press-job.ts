// One client that asks more often than it may, several times at once; prints how many requests were allowed.
// usage: press-job.ts HOST ADDRESS REQUESTS
import { Wire } from '../../../bench/load/wire.ts'

const [host = '', from = '', requests = '0'] = process.argv.slice(2)
const AT_ONCE = 4
const BODY = '{"ip":"8.8.8.8"}'
const REQUEST = `POST /api/tools/ip-lookup HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`

let [left, allowed] = [Number(requests), 0]
const asking = async () => {
  let wire = new Wire(host, 80, from)
  while (left-- > 0) {
    const reply = await wire.ask(REQUEST)
    if (reply?.status === 200) allowed++
    else if (reply?.status !== 429) throw new Error(`not an answer: ${reply?.status} ${reply?.body}`)
    if (!wire.isOpen) wire = new Wire(host, 80, from)
  }
  wire.end()
}
await Promise.all(Array.from({ length: AT_ONCE }, asking))
console.log(allowed)
