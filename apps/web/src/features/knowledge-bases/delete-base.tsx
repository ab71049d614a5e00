import type { AccountId, KnowledgeBase } from '@atrium/contract'
import { ConfirmDialog } from '@atrium/ui'
import { useTranslation } from '../../lib/translate.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { deleteBase, placeOfBase } from '../../entities/files/knowledge-bases.ts'

type DeleteBaseProps = {
  accountId: AccountId
  base: KnowledgeBase
  isAsking: boolean
  onClose: () => void
  onDeleted?: () => void
}

/** Confirms erasing a knowledge base with all of its files. */
export function DeleteBase({ accountId, base, isAsking, onClose, onDeleted }: DeleteBaseProps) {
  const { t } = useTranslation(['knowledgeBases', 'common'])
  const name = base.rag_name
  const remove = () =>
    deleteBase(placeOfBase(accountId, base), base.id).then(
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
