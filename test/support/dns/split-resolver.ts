/** A real resolver on loopback, as an operator has it inside: it knows secret names, and logs every question. */
import { programPath } from '../lab.ts'

export const SPLIT_NEEDS = { programs: ['dnsmasq'] }

/** The texts that only the inside knows: no answer may contain any of them. */
export const SECRETS = ['192.168.1.7', '10.9.8.7', '172.18.0.3', 'secret-token', 'payroll']

const ZONES = [
  '--address=/nas.lan/192.168.1.7',
  '--address=/service.consul/10.9.8.7',
  '--address=/doorstep_store/172.18.0.3',
  '--txt-record=vault.service.consul,secret-token',
  '--ptr-record=7.1.168.192.in-addr.arpa,payroll.lan',
  '--txt-record=07.1.168.192.in-addr.arpa,secret-token',
  '--txt-record=_dns.resolver.arpa,secret-token',
  '--host-record=www.public.test,203.0.113.7',
  '--host-record=xn--bcher-kva.test,203.0.113.8',
  '--cname=alias.public.test,vault.service.consul',
  '--mx-host=public.test,mail.service.consul,10',
  '--srv-host=_ldap._tcp.public.test,dc.ad.intra,389',
  '--ptr-record=7.113.0.203.in-addr.arpa,payroll.service.consul',
]

export interface SplitResolver extends AsyncDisposable {
  /** For `--resolvers`. */
  readonly resolvers: string
  /** The names of all questions so far, in lower case and order. */
  asked(): Promise<string[]>
}

/** Starts the resolver; `port` is one that the test may use. */
export async function startSplitResolver(port: number): Promise<SplitResolver> {
  const child = Bun.spawn(
    [
      programPath('dnsmasq') ?? '',
      ...['--keep-in-foreground', '--conf-file=/dev/null', '--pid-file', '--user=root', '--log-queries', '--log-facility=-'],
      ...['--no-resolv', '--no-hosts', '--no-daemon', '--bind-interfaces', '--listen-address=127.0.0.1', `--port=${port}`],
      ...ZONES,
    ],
    { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' },
  )
  let log = ''
  const started = Promise.withResolvers<void>()
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of child.stderr) {
      log += decoder.decode(chunk, { stream: true })
      if (log.includes('started')) started.resolve()
    }
    started.reject(new Error(`dnsmasq ended: ${log}`))
  }
  void read()
  await started.promise
  return {
    resolvers: ['a', 'b', 'c'].map((id) => `${id}=127.0.0.1:${port}`).join(),
    async asked() {
      // It writes a line before it answers; the pipe may be a moment late.
      await Bun.sleep(100)
      return [...log.matchAll(/ query\[[^\]]+\] (\S+) from /g)].map(([, name = '']) => name.toLowerCase())
    },
    async [Symbol.asyncDispose]() {
      child.kill()
      await child.exited
    },
  }
}
