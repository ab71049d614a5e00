import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useTranslation } from '../../../lib/translate.ts'
import { type Store, useStore } from '../../../lib/store.ts'
import styles from './chat.module.css'

/** A button to the end of the conversation while that is out of view. */
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
