import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from '../lib/translate.ts'
import { openedHelp } from '../lib/opened-help.ts'
import styles from './navigation-entry.module.css'

/** Opens the search in chats, rooms and pages. */
export function SearchEntry() {
  const { t } = useTranslation('shell')
  return (
    <button type="button" className={styles.entry} onClick={() => openedHelp.set('palette')}>
      <IconSearch size={19} stroke={1.6} aria-hidden="true" />
      <span>{t('entry.search')}</span>
    </button>
  )
}
