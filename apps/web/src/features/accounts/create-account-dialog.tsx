import { type Account, limits } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '../../lib/toasts/toasts.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { createAccountWithLogo } from '../../entities/accounts/create-account.ts'
import { useTranslation } from '../../lib/translate.ts'
import { LogoField } from './logo-field.tsx'
import { accountsQuery } from '../../entities/accounts/queries.ts'

type CreateAccountDialogProps = {
  isOpen: boolean
  onClose: () => void
  onCreated: (account: Account) => void
}

/** Asks for a name and an optional logo. Reset each time it opens. */
export function CreateAccountDialog({ isOpen, onClose, onCreated }: CreateAccountDialogProps) {
  const { t } = useTranslation(['accounts', 'common'])
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={t('create.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <CreateAccountForm onClose={onClose} onCreated={onCreated} />
    </Dialog>
  )
}

function CreateAccountForm({ onClose, onCreated }: Omit<CreateAccountDialogProps, 'isOpen'>) {
  const { t } = useTranslation(['accounts', 'common'])
  const [name, setName] = useState('')
  const [logo, setLogo] = useState<File | null>(null)
  const most = limits.accountNameCharacters
  const { data: accounts } = useQuery(accountsQuery)
  const ownsOne = accounts?.some(({ role }) => role.name === 'owner')

  const check = () => {
    if (!name.trim()) return { name: t('create.name.missing') }
    return [...name.trim()].length > most ? { name: t('create.name.tooLong', { count: most }) } : {}
  }
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'name'>(check, async () => {
    const { account, logoFailure } = await createAccountWithLogo(name.trim(), logo)
    void showToast(
      t(logoFailure ? 'create.logoFailed' : 'create.done', { name: account.name }),
      logoFailure ? 'bad' : 'good',
    )
    onClose()
    onCreated(account)
  })
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Text c="dimmed" size="sm">
          {t('create.text')}
        </Text>
        {ownsOne && <Text size="sm">{t('create.additional')}</Text>}
        <FailureNote failure={failure} />
        <TextInput
          name="name"
          data-autofocus
          label={t('create.name')}
          placeholder={t('create.name.hint')}
          autoComplete="organization"
          value={name}
          error={problems.name}
          onChange={(event) => {
            setName(event.currentTarget.value)
            forget('name')
          }}
        />
        <LogoField name={name} logo={logo} onChange={setLogo} />
        <Group justify="flex-end" gap="sm" mt="xs">
          <Button variant="default" disabled={isSending} onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" loading={isSending}>
            {t('create.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
