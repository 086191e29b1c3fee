import { Component, type ComponentChildren } from 'preact'
import { Code } from './code.tsx'
import { Head } from './head.tsx'
import type { Run } from './run.ts'

interface Props {
  readonly run: Run
  readonly children: ComponentChildren
}

/**
 * Renders a result, and where that throws, its headline and its fields alone. A page that was opened before the server changed its version
 * may get an answer of another form.
 */
export class Guarded extends Component<Props, { failed?: Run }> {
  override componentDidCatch(): void {
    this.setState({ failed: this.props.run })
  }

  render({ run, children }: Props) {
    if (this.state.failed !== run) return children
    if (run.ending?.kind !== 'answered') return null
    const { answer } = run.ending
    return (
      <section class="outcome" aria-labelledby="outcome">
        <Head id="outcome" mark={null}>
          {answer.headline}
        </Head>
        <Code text={JSON.stringify(answer, null, 2)} what="JSON" />
      </section>
    )
  }
}
