import type { ToolAnswers } from '../answers.ts'
import { namesText } from '../names.text.ts'
import { toolText } from '../tool.text.ts'
import { useSay } from '../words.ts'
import { Facts } from './facts.tsx'

type IpLookup = ToolAnswers['ip-lookup']

/** Renders the network of an address, and the registry that keeps its record. */
export function IpResult({ answer }: { answer: IpLookup }) {
  const say = useSay(namesText)
  const { organization, asns, prefix, registry, country } = answer
  return (
    <>
      <Facts
        facts={[
          [say('ip.network'), organization],
          [say('ip.asn'), asns.map(({ asn }) => `AS${asn}`).join(', ')],
          [say('ip.prefix'), prefix === null ? null : <span class="mono">{prefix}</span>],
          [say('ip.registry'), registry === null ? null : say(`registry.${registry}`)],
          [say('ip.country'), country],
        ]}
      />
      <DataDetails answer={answer} />
    </>
  )
}

/** Renders the origin of what is known of an address. */
export function DataDetails({ answer }: { answer: Pick<IpLookup, 'ipVersion' | 'dataDate'> & { continent?: string | null } }) {
  const [say, tool] = [useSay(namesText), useSay(toolText)]
  const { ipVersion, dataDate, continent } = answer
  return (
    <details>
      <summary>{tool('result.more')}</summary>
      <Facts
        facts={[
          [say('ip.continent'), continent],
          [say('ip.version'), `IPv${ipVersion}`],
          [say('ip.data'), dataDate],
        ]}
      />
    </details>
  )
}
