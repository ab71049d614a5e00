import { limits } from '@atrium/contract'
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './knowledge-bases.module.css'

type BasesSearchProps = { search: string; onSearch: (search: string) => void }

/** Searches among the bases, once typing pauses. */
export function BasesSearch({ search, onSearch }: BasesSearchProps) {
  const { t } = useTranslation('knowledgeBases')
  const [typed, setTyped] = useState(search)
  const [shown, setShown] = useState(search)
  // The address changed by itself, as when going back: the field follows it.
  if (search !== shown) {
    setShown(search)
    if (search !== typed.trim()) setTyped(search)
  }
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === search) return
    const timer = setTimeout(() => onSearch(wanted), limits.memberSearchDebounceMs)
    return () => clearTimeout(timer)
  }, [typed, search, onSearch])
  return (
    <TextInput
      type="search"
      className={styles.search}
      aria-label={t('search.label')}
      placeholder={t('search.label')}
      leftSection={<IconSearch size={17} stroke={1.7} aria-hidden="true" />}
      dir="auto"
      maxLength={limits.searchCharacters}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}
