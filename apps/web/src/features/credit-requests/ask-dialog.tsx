import { type AccountId, limits } from '@atrium/contract'
import { Button, Modal, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '../../lib/toasts/toasts.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './credit-requests.module.css'
import { ask, ownRequestQuery } from './queries.ts'

type AskDialogProps = { accountId: AccountId; onClose: () => void }

/** Requests more credits from the account's admins, or shows the pending request (CHAT-14). */
export function AskDialog({ accountId, onClose }: AskDialogProps) {
  const { t } = useTranslation(['members', 'common'])
  const own = useQuery(ownRequestQuery(accountId))
  const [reason, setReason] = useState('')
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'reason'>(
    () => (reason.trim() ? {} : { reason: t('credits.reasonMissing') }),
    async () => {
      await ask(accountId, reason)
      void showToast(t('credits.asked'), 'good')
      onClose()
    },
  )
  const last = own.data
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('credits.ask')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      {last?.state === 'open' ? (
        <p className={styles.text} role="status">
          {t('credits.waiting')} <q dir="auto">{last.reason}</q>
        </p>
      ) : (
        <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
          <FailureNote failure={failure} />
          {last?.state === 'refused' && (
            <p className={styles.text}>{t('credits.refused', { answer: last.answer ?? '' })}</p>
          )}
          <Textarea
            name="reason"
            label={t('credits.reason')}
            description={t('credits.reasonText')}
            autosize
            minRows={3}
            maxLength={limits.creditRequestCharacters}
            data-autofocus
            value={reason}
            error={problems.reason}
            onChange={(event) => {
              setReason(event.currentTarget.value)
              forget('reason')
            }}
          />
          <Button type="submit" size="md" loading={isSending}>
            {t('credits.send')}
          </Button>
        </form>
      )}
    </Modal>
  )
}
