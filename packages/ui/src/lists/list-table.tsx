import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './list-table.module.css'

type ListTableProps = {
  label: string
  /** The rows still belong to the previous page. */ isStale: boolean
  /** The cells of the table's head. */ head: ReactNode
  /** One or more `tbody`. */ children: ReactNode
  className?: string | undefined
}

/** The rows of a page: a table on a desktop; on a phone it has no head, and rows can be cards. */
export function ListTable({ label, isStale, head, children, className = '' }: ListTableProps) {
  return (
    <table
      className={`${styles.table} ${className}`}
      aria-label={label}
      aria-busy={isStale}
      data-stale={isStale || undefined}
    >
      <thead>
        <tr>{head}</tr>
      </thead>
      {children}
    </table>
  )
}

type HeadProps = {
  children: ReactNode
  /** For a column of numbers. */ isNumber?: boolean
  /** For a column whose content shows what it is: only screen readers read its head. */ isHidden?: boolean
}

/** The head of a column. */
export function ColumnHead({ children, isNumber = false, isHidden = false }: HeadProps) {
  return (
    <th scope="col" {...(isNumber && { className: styles.number })}>
      {isHidden ? <span className={styles.hidden}>{children}</span> : children}
    </th>
  )
}

type SortHeadProps = {
  children: ReactNode
  /** The order of the rows by this column; null when they are in another order. */ order:
    | 'asc'
    | 'desc'
    | null
  onSort: () => void
  /** For a column of numbers. */ isNumber?: boolean
}

/** The head of a column that sorts the table. */
export function SortHead({ children, order, onSort, isNumber = false }: SortHeadProps) {
  const Arrow = order === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <th
      scope="col"
      {...(isNumber && { className: styles.number })}
      aria-sort={order === null ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
    >
      <UnstyledButton className={styles.headButton} onClick={onSort}>
        {children}
        {order !== null && <Arrow size={14} stroke={2} aria-hidden="true" />}
      </UnstyledButton>
    </th>
  )
}

type CardRowProps = {
  /** The content of the row's head. */ name: ReactNode
  /** The row's other cells; a card shows the `data-label` of each before its content. */ children: ReactNode
  /** The last cell; at the top of a card. */ menu: ReactNode
}

/** A row that becomes a card on a phone: its name, then a line for each cell. */
export function CardRow({ name, children, menu }: CardRowProps) {
  return (
    <tr className={styles.cardRow}>
      <th scope="row" className={styles.nameCell}>
        {name}
      </th>
      {children}
      <td className={styles.menuCell}>{menu}</td>
    </tr>
  )
}
