import type { AccountId, KnowledgeBase } from '@atrium/contract'
import { ConfirmDialog } from '@atrium/ui'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/error-text.ts'
import { showToast } from '../../lib/toasts.ts'
import { deleteBase } from './queries.ts'

type DeleteBaseProps = {
  accountId: AccountId
  base: KnowledgeBase
  isAsking: boolean
  onClose: () => void
  onDeleted?: () => void
}

/** Asks before a knowledge base and all of its files are erased. */
export function DeleteBase({ accountId, base, isAsking, onClose, onDeleted }: DeleteBaseProps) {
  const { t } = useTranslation(['knowledgeBases', 'common'])
  const name = base.rag_name
  const remove = () =>
    deleteBase({ accountId, roomId: base.room.id }, base.id).then(
      () => {
        void showToast(t('delete.done', { name }), 'good')
        onDeleted?.()
      },
      (error: unknown) => showToast(errorText(error), 'bad'),
    )
  return (
    <ConfirmDialog
      opened={isAsking}
      title={t('delete.title', { name })}
      confirmLabel={t('delete.action')}
      cancelLabel={t('common:action.cancel')}
      tone="danger"
      onConfirm={remove}
      onClose={onClose}
    >
      {t('delete.text')}
    </ConfirmDialog>
  )
}
