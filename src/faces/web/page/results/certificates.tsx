import type { Certificates } from '../answers.ts'
import { dayOf, useToolWords } from '../words.ts'

/** Whether clients trust it, what is wrong, and the chain with each problem at the certificate that has it. */
export function CertificatesResult({ answer }: { answer: Certificates }) {
  const say = useToolWords()
  const { certificate, valid, chain, supportedProtocols, protocol } = answer
  const verdict = certificate === null ? 'cannot-tell' : valid ? 'reachable' : 'blocked'
  return (
    <>
      <p class={`verdict verdict-${verdict}`}>{say(certificate === null ? 'tls.none' : valid ? 'tls.valid' : 'tls.invalid')}</p>
      {certificate === null ? <p>{answer.outcome}</p> : <Leaf answer={answer} certificate={certificate} />}
      {chain.length === 0 ? null : (
        <>
          <h3>{say('tls.chain')}</h3>
          <ol class="chain">
            {chain.map((link, index) => (
              <Link key={link.fingerprintSha256 + index} link={link} problems={problemsAt(answer, index)} />
            ))}
          </ol>
        </>
      )}
      {supportedProtocols.length === 0 ? null : (
        <>
          <h3>{say('tls.protocols')}</h3>
          <ul class="chips">
            {supportedProtocols.map(({ name, supported }) => (
              <li key={name} class={supported ? 'chip on' : 'chip'} aria-current={name === protocol ? 'true' : undefined}>
                {name}: {supported === null ? '?' : say(supported ? 'result.yes' : 'result.no')}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function Leaf({ answer, certificate }: { answer: Certificates; certificate: NonNullable<Certificates['certificate']> }) {
  const say = useToolWords()
  const { san, daysRemaining, lifetimeUsedPercent, keyType, keyBits } = certificate
  return (
    <dl class="figures">
      <div>
        <dt>{say('tls.server')}</dt>
        <dd>
          {answer.host}:{answer.port}
        </dd>
      </div>
      <div>
        <dt>{say('tls.days', { count: daysRemaining })}</dt>
        <dd>
          {Math.round(lifetimeUsedPercent)} % <span class="quiet small">{say('tls.used')}</span>
        </dd>
      </div>
      <div>
        <dt>{say('tls.names')}</dt>
        <dd class="mono small">{san.join(', ')}</dd>
      </div>
      <div>
        <dt>{keyType}</dt>
        <dd>{keyBits ?? ''}</dd>
      </div>
    </dl>
  )
}

function Link({ link, problems }: { link: Certificates['chain'][number]; problems: readonly string[] }) {
  const say = useToolWords()
  return (
    <li class={problems.length > 0 ? 'wrong' : ''}>
      <strong>{link.subject}</strong>
      <span class="quiet small block">
        {say('tls.issuer')} {link.issuer}
      </span>
      <span class="quiet small block">
        {say('tls.until')} {dayOf(link.validTo)}
      </span>
      {problems.map((problem) => (
        <span key={problem} class="badge">
          {problem}
        </span>
      ))}
    </li>
  )
}

/** What is wrong with trust shows at the end of the chain; everything else is a matter of the server's own certificate. */
const AT_THE_END = ['untrusted-root', 'incomplete-chain']

function problemsAt({ problems, chain }: Certificates, index: number): readonly string[] {
  const isLast = index === chain.length - 1
  return problems.filter((problem) => (AT_THE_END.includes(problem) ? isLast : index === 0))
}
