import { ConfirmDialog } from '@atrium/ui'
import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useTranslation } from '../../lib/translate.ts'

type DeleteFileProps = { name: string; onDelete: () => Promise<void> }

/** Deletes a file after confirmation, and reports the result. */
export function DeleteFile({ name, onDelete }: DeleteFileProps) {
  const { t } = useTranslation(['contextFiles', 'common'])
  const [isAsking, setAsking] = useState(false)
  const remove = () =>
    onDelete().then(
      () => showToast(t('delete.done', { file: name }), 'good'),
      () => showToast(t('delete.failed'), 'bad'),
    )
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t('delete.action', { file: name })}
        onClick={() => setAsking(true)}
      >
        <IconTrash size={17} stroke={1.7} />
      </ActionIcon>
      <ConfirmDialog
        opened={isAsking}
        title={t('delete.title', { file: name })}
        confirmLabel={t('delete.confirm')}
        cancelLabel={t('common:action.cancel')}
        tone="danger"
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        {t('delete.text')}
      </ConfirmDialog>
    </>
  )
}
