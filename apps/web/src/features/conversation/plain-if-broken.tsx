import { Component, type ReactNode } from 'react'
import styles from './prose.module.css'

/** Shows the source of what can't be rendered. */
export const PlainSource = ({ source }: { source: string }) => (
  <p dir="auto" className={styles.plain}>
    {source}
  </p>
)

type Props = { source: string; children: ReactNode }
type State = { broken: boolean; source: string }

/** Shows a block's source where drawing it throws, until the source changes. */
export class PlainIfBroken extends Component<Props, State> {
  override state: State = { broken: false, source: this.props.source }

  static getDerivedStateFromProps({ source }: Props, state: State): State | null {
    return source === state.source ? null : { broken: false, source }
  }

  static getDerivedStateFromError(): Partial<State> {
    return { broken: true }
  }

  override render(): ReactNode {
    return this.state.broken ? <PlainSource source={this.props.source} /> : this.props.children
  }
}
