import { Select } from '@mantine/core'
import { type BasesSort, sortNames } from '../../entities/files/bases-page.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './knowledge-bases.module.css'

type SortChoiceProps = { sort: BasesSort; onSort: (sort: BasesSort) => void }

/** The order of the list. */
export function SortChoice({ sort, onSort }: SortChoiceProps) {
  const { t } = useTranslation('knowledgeBases')
  return (
    <Select
      className={styles.sort}
      aria-label={t('sort.label')}
      value={sort}
      onChange={(value) => {
        const chosen = sortNames.find((name) => name === value)
        if (chosen) onSort(chosen)
      }}
      allowDeselect={false}
      data={sortNames.map((name) => ({ value: name, label: t(`sort.${name}`) }))}
    />
  )
}
