import { Select } from '@mantine/core'
import styles from './list-table.module.css'

export type Sort<Name extends string> = { name: Name; label: string }

type SortFieldProps<Name extends string> = {
  label: string
  sorts: readonly Sort<Name>[]
  /** The current order; null when it is not one of the named ones. */ sort: Name | null
  onSort: (sort: Name) => void
  /** For a table, whose heads sort where they are visible. */ onlyOnPhones?: boolean
  size?: 'sm'
  className?: string | undefined
}

/** Chooses the order of a list. */
export function SortField<Name extends string>({
  label,
  sorts,
  sort,
  onSort,
  onlyOnPhones = false,
  size,
  className = '',
}: SortFieldProps<Name>) {
  return (
    <Select<Name>
      className={`${onlyOnPhones ? styles.sort : ''} ${className}`}
      {...(size && { size })}
      aria-label={label}
      value={sort}
      onChange={(chosen) => {
        if (chosen !== null) onSort(chosen)
      }}
      allowDeselect={false}
      data={sorts.map(({ name, label: text }) => ({ value: name, label: text }))}
    />
  )
}
