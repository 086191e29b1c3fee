import { startFaultDns } from '../dns/fault.ts'
import { message, question, record, u8 } from '../dns/wire.ts'

const A = 1

/** Returns a name server for which every name has the address 127.0.0.1, as a value of `--resolvers`. */
export async function startLocalNames(): Promise<AsyncDisposable & { readonly resolvers: string }> {
  const server = await startFaultDns(({ id, name, type }, back) => {
    const answers = type === A ? [record({ type, data: u8(127, 0, 0, 1) })] : []
    back.send(message({ id, question: question(name, type), answers }))
  })
  const { address, port } = server.endpoint
  const resolvers = ['a', 'b', 'c'].map((id) => `${id}=${address}:${port}`).join(',')
  return { resolvers, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}
