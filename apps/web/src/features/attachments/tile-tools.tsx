import { ActionIcon } from '@mantine/core'
import { IconRefresh, IconX } from '@tabler/icons-react'
import { useTranslation } from '../../lib/translate.ts'
import type { ChosenFile, ChosenFiles } from './chosen-files.ts'
import styles from './attachments.module.css'

/** Actions for a file of the next question: retry, remove. */
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
