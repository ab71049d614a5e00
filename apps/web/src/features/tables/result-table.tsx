import type { TableCell, TablePart } from '@atrium/contract'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import { currentLanguage } from '../../lib/i18n.ts'
import { useTranslation } from '../../lib/translate.ts'
import { type Sorting, sortRows } from './sort-rows.ts'
import styles from './tables.module.css'

type ResultTableProps = { table: TablePart; number: (value: number) => string }

/** The first rows of a result; a press on a column's name sorts them. */
export function ResultTable({ table: { columns, rows, title }, number }: ResultTableProps) {
  const { t } = useTranslation('tables')
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const sortBy = (column: number) =>
    setSorting({ column, order: sorting?.column === column && sorting.order === 'asc' ? 'desc' : 'asc' })
  const orderOf = (column: number) => (sorting?.column === column ? sorting.order : null)
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('result', { title })}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ name, kind }, column) => {
              const order = orderOf(column)
              const Icon = order === null ? IconArrowsSort : order === 'asc' ? IconArrowUp : IconArrowDown
              return (
                <th
                  key={column}
                  scope="col"
                  data-kind={kind}
                  aria-sort={order === null ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
                >
                  <button type="button" className={styles.sort} onClick={() => sortBy(column)}>
                    <bdi>{name}</bdi>
                    <Icon size={14} stroke={1.7} aria-hidden="true" />
                  </button>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {sortRows(rows, sorting, currentLanguage()).map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} data-kind={columns[column]?.kind}>
                  <bdi>{textOf(cell, number)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const textOf = (cell: TableCell, number: (value: number) => string): string =>
  typeof cell === 'number' ? number(cell) : String(cell ?? '')
