import { limits, type Passkey } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { showToast } from '../../lib/toasts/toasts.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { useTranslation } from '../../lib/translate.ts'
import { securityChanges } from './queries.ts'

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation(['security', 'common'])
  const [name, setName] = useState(passkey.name)
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'name'>(
    () => (name.trim() ? {} : { name: t('passkeys.noName') }),
    async () => {
      await securityChanges.renamePasskey(passkey.id, name.trim())
      onClose()
      void showToast(t('passkeys.renamed'), 'good')
    },
  )
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('passkeys.renameOf', { name: passkey.name })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <TextInput
          name="name"
          label={t('passkeys.name')}
          value={name}
          error={problems.name}
          maxLength={limits.passkeyNameCharacters}
          autoComplete="off"
          data-autofocus
          onChange={(event) => {
            setName(event.currentTarget.value)
            forget('name')
          }}
        />
        <FailureNote failure={failure} />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose} disabled={isSending}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" loading={isSending}>
            {t('passkeys.save')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
