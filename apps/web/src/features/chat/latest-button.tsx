import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Store, useStore } from '../../lib/store.ts'
import styles from './chat.module.css'

/** Leads to the end of the conversation while that is out of the window. */
export function LatestButton({ isAtEnd, onPress }: { isAtEnd: Store<boolean>; onPress: () => void }) {
  const { t } = useTranslation('chat')
  if (useStore(isAtEnd)) return null
  return (
    <Button
      className={styles.latest}
      size="compact-sm"
      radius="xl"
      variant="default"
      leftSection={<IconArrowDown size={15} />}
      onClick={onPress}
    >
      {t('latest')}
    </Button>
  )
}
