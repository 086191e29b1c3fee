import { Fragment } from 'preact'
import type { Certificates } from '../answers.ts'
import { foundKey, foundText } from '../found.text.ts'
import { toolText } from '../tool.text.ts'
import { waysText } from '../ways.text.ts'
import { dayOf, useSay } from '../words.ts'
import { Figures } from './facts.tsx'

/** Renders whether clients trust it, what is wrong, and the chain with each problem at the certificate that has it. */
export function CertificatesResult({ answer }: { answer: Certificates }) {
  const [say, ways] = [useSay(toolText), useSay(waysText)]
  const { certificate, chain, supportedProtocols, protocol, reason } = answer
  // Where no handshake was possible, nothing is known of any version.
  const versions = supportedProtocols.some(({ supported }) => supported !== null) ? supportedProtocols : []
  return (
    <>
      <Figures facts={[[ways('why'), certificate === null && reason !== null ? <code>{reason}</code> : null]]} />
      {certificate === null ? null : <Leaf answer={answer} certificate={certificate} />}
      {chain.length === 0 ? null : <Chain answer={answer} />}
      {versions.length === 0 ? null : (
        <>
          <h3>{say('tls.protocols')}</h3>
          <ul class="chips">
            {versions.map(({ name, supported }) => (
              <li key={name} class={supported ? 'chip on' : 'chip'} aria-current={name === protocol ? 'true' : undefined}>
                {name}: {supported === null ? '?' : ways(supported ? 'tls.supported' : 'tls.not-supported')}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function Leaf({ answer, certificate }: { answer: Certificates; certificate: NonNullable<Certificates['certificate']> }) {
  const [say, found] = [useSay(toolText), useSay(foundText)]
  const { san, daysRemaining, lifetimeUsedPercent, keyType, keyBits } = certificate
  const days = daysRemaining < 0 ? found('tls.days-over') : found('tls.days-left')
  const used = `${Math.round(lifetimeUsedPercent)}% ${say('tls.used')}`
  return (
    <Figures
      facts={[
        [say('tls.server'), `${answer.host}:${answer.port}`],
        [say('tls.names'), san.length === 0 ? say('result.empty') : san.join(', ')],
        [
          days,
          <>
            {Math.abs(daysRemaining)} {daysRemaining < 0 ? null : <span class="quiet small">{used}</span>}
          </>,
        ],
        [found('tls.key'), `${keyType.toUpperCase()} ${keyBits ?? ''}`],
      ]}
    />
  )
}

/** Renders the certificates in the order in which they came, and the one that should have come where it is missing. */
function Chain({ answer }: { answer: Certificates }) {
  const [say, found] = [useSay(toolText), useSay(foundText)]
  const { chain, problems } = answer
  const end = endOf(chain)
  return (
    <>
      <h3>{say('tls.chain')}</h3>
      <ol class="chain">
        {chain.map((link, index) => (
          <Fragment key={link.fingerprintSha256 + index}>
            <Link link={link} problems={problemsAt(answer, index, end)} isStray={index > end} />
            {index === end && problems.includes('incomplete-chain') ? (
              <li class="wrong absent">
                <strong>{nameIn(link.issuer)}</strong>
                <span class="badge">{found('tls.incomplete-chain')}</span>
              </li>
            ) : null}
          </Fragment>
        ))}
      </ol>
    </>
  )
}

type Certificate = Certificates['chain'][number]

/** Returns how far each certificate is vouched for by the next one. */
function endOf(chain: readonly Certificate[]): number {
  const broken = chain.findIndex(({ issuer }, index) => chain[index + 1]?.subject !== issuer)
  return broken === -1 ? chain.length - 1 : broken
}

/** Returns the common name in a distinguished name, or all of it. */
function nameIn(distinguished: string): string {
  return /(?:^|[,/+]\s*)CN\s*=\s*([^,/+]+)/.exec(distinguished)?.[1] ?? distinguished
}

function Link({ link, problems, isStray }: { link: Certificate; problems: readonly string[]; isStray: boolean }) {
  const [say, found] = [useSay(toolText), useSay(foundText)]
  return (
    <li class={problems.length > 0 ? 'wrong' : ''}>
      <strong>{nameIn(link.subject)}</strong>
      {problems.map((problem) => {
        const key = foundKey('tls', problem)
        return (
          <span key={problem} class="badge">
            {key === null ? problem : found(key)}
          </span>
        )
      })}
      {isStray ? <span class="badge quiet">{found('tls.not-in-chain')}</span> : null}
      <span class="quiet small block">
        {say('tls.issuer')} {nameIn(link.issuer)} · {say('tls.until')} {dayOf(link.validTo)}
      </span>
    </li>
  )
}

/** Problems shown at the end of the chain, since they are about its issuer; all others are about the server's own certificate. */
const AT_THE_END = ['untrusted-root', 'invalid-issuer']

function problemsAt({ problems }: Certificates, index: number, end: number): readonly string[] {
  const shown = problems.filter((problem) => problem !== 'incomplete-chain')
  return shown.filter((problem) => (AT_THE_END.includes(problem) ? index === end : index === 0))
}
