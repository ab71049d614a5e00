import { lazy, Suspense } from 'react'
import type { RowsProps } from './rows-props.ts'
import styles from './virtual-rows.module.css'

const VirtualRows = lazy(() =>
  import('./virtual-rows.tsx').then((module) => ({ default: module.VirtualRows<unknown> })),
)

/** Lists up to this length are rendered whole; of longer ones, only rows near the viewport. */
const few = 50

/** A list of any length (NAV-09). Virtualization loads only for long lists; the first rows are shown until then. */
export function Rows<Row>(props: RowsProps<Row>) {
  if (props.rows.length <= few) return <PlainRows {...props} />
  return (
    <Suspense fallback={<PlainRows {...props} />}>
      <VirtualRows {...(props as RowsProps<unknown>)} />
    </Suspense>
  )
}

function PlainRows<Row>({ rows, keyOf, rowHeight, labelledBy, children }: RowsProps<Row>) {
  return (
    <ul
      className={styles.rows}
      style={rows.length > few ? { blockSize: rows.length * rowHeight } : undefined}
      aria-labelledby={labelledBy}
    >
      {rows.slice(0, few).map((row, index) => (
        <li key={keyOf(row)} aria-setsize={rows.length} aria-posinset={index + 1}>
          {children(row)}
        </li>
      ))}
    </ul>
  )
}
