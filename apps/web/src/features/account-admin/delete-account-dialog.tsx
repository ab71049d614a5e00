import { type Account, limits } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { forgetAccount } from '../../entities/accounts/queries.ts'
import { offerToRestore } from '../../entities/accounts/restore-account.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { useTranslation } from '../../lib/translate.ts'
import { accountChanges } from './queries.ts'
import styles from './settings.module.css'

/** Deletes the account once its name is typed; then opens the other accounts, where this can be undone. */
export function DeleteAccountDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation(['accountAdmin', 'common'])
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const isNamed = typed.trim().normalize() === account.name.trim().normalize()
  const { form, submit, isSending, failure } = useSubmit(
    () => ({}),
    async () => {
      await accountChanges(account.id).remove()
      await navigate({ to: '/accounts' })
      forgetAccount(account.id)
      await offerToRestore(account)
    },
  )
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('delete.question', { account: account.name })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <Text c="dimmed" mb="sm">
          {t('delete.text', { count: limits.accountUndoDays })}
        </Text>
        <Text mb="md" className={styles.anywhere}>
          {t('delete.type', { account: account.name })}
        </Text>
        <TextInput
          data-autofocus
          label={t('delete.typed')}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <FailureNote failure={failure} />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose} disabled={isSending}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" color="red.9" loading={isSending} disabled={!isNamed}>
            {t('delete.confirm')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
