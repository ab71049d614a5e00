import { ActionIcon } from '@mantine/core'
import { IconRefresh, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ChosenFile, ChosenFiles } from './chosen-files.ts'
import styles from './attachments.module.css'

/** What can be done with a file of the next question: send it again after it failed, take it away. */
export function TileTools({ file: { id, name, state }, chosen }: { file: ChosenFile; chosen: ChosenFiles }) {
  const { t } = useTranslation('attachments')
  return (
    <span className={styles.tileTools}>
      {state.kind === 'failed' && (
        <ActionIcon
          type="button"
          size={26}
          radius="xl"
          variant="default"
          aria-label={t('retry', { name })}
          onClick={() => chosen.retry(id)}
        >
          <IconRefresh size={15} />
        </ActionIcon>
      )}
      <ActionIcon
        type="button"
        size={26}
        radius="xl"
        variant="default"
        aria-label={t('remove', { name })}
        onClick={() => chosen.remove(id)}
      >
        <IconX size={15} />
      </ActionIcon>
    </span>
  )
}
