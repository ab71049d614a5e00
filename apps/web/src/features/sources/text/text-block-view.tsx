import { textDirection } from '../../../lib/text/text-direction.ts'
import type { TextBlock } from './text-blocks.ts'
import styles from './text-block-view.module.css'

/** A block of plain text: no scripts, no loading, no links. */
export function TextBlockView({ block }: { block: TextBlock }) {
  switch (block.kind) {
    case 'heading':
      return <Heading level={block.level} text={block.text} />
    case 'list':
      return <List {...block} />
    case 'table':
      return <Table rows={block.rows} hasHeader={block.hasHeader} />
    case 'code':
      return (
        <pre className={styles.code} dir="ltr">
          {block.text}
        </pre>
      )
    case 'paragraph':
      return (
        <p className={styles.paragraph} dir="auto">
          {block.text}
        </p>
      )
  }
}

/** Below the name of the file, which is the second. */
function Heading({ level, text }: { level: number; text: string }) {
  const Tag = (['h3', 'h4', 'h5', 'h6'] as const)[Math.min(level, 4) - 1] ?? 'h6'
  return (
    <Tag className={styles.heading} data-level={Math.min(level, 4)} dir="auto">
      {text}
    </Tag>
  )
}

function List({ isOrdered, start, items }: Extract<TextBlock, { kind: 'list' }>) {
  const rows = items.map(({ text, depth }, index) => (
    <li key={index} className={styles.item} data-depth={depth} dir="auto">
      {text}
    </li>
  ))
  return isOrdered ? (
    <ol className={styles.list} start={start}>
      {rows}
    </ol>
  ) : (
    <ul className={styles.list}>{rows}</ul>
  )
}

function Table({ rows, hasHeader }: Pick<Extract<TextBlock, { kind: 'table' }>, 'rows' | 'hasHeader'>) {
  const [header = [], ...others] = rows
  return (
    <div className={styles.wide}>
      <table className={styles.table} dir={textDirection(rows.flat().join(' '))}>
        {hasHeader && (
          <thead>
            <tr>
              {header.map((cell, index) => (
                <th key={index} scope="col" dir="auto">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {(hasHeader ? others : rows).map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} dir="auto">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
