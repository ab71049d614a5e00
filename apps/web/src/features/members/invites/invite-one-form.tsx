import { type InvitedRole, limits } from '@atrium/contract'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { showToast } from '../../../lib/toasts/toasts.ts'
import { FailureNote } from '../../../lib/forms/failure-note.tsx'
import { looksLikeEmail } from '../../../lib/forms/looks-like-email.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { useTranslation } from '../../../lib/translate.ts'
import type { InviteFormProps } from './invite-form-props.ts'
import { memberChanges } from '../../../entities/accounts/members.ts'
import { RoleChoice } from '../role-choice.tsx'

/** Invites one person by email, then clears the form for the next. */
export function InviteOneForm({ accountId, roomId, room }: InviteFormProps) {
  const { t } = useTranslation(['members', 'identity'])
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<InvitedRole>('member')
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'email'>(
    () => (looksLikeEmail(email) ? {} : { email: t('invite.email.wrong') }),
    async () => {
      await memberChanges(accountId).invite(email.trim(), role, roomId)
      void showToast(t('invite.done', { email: email.trim() }), 'good')
      setEmail('')
      form.current?.querySelector<HTMLElement>('[name="email"]')?.focus()
    },
  )
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Text c="dimmed" size="sm">
          {t('invite.one.text', { count: limits.inviteLifeDays })}
        </Text>
        <FailureNote failure={failure} />
        <TextInput
          name="email"
          type="email"
          data-autofocus
          label={t('invite.email')}
          autoComplete="off"
          dir="ltr"
          value={email}
          error={problems.email}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            forget('email')
          }}
        />
        <RoleChoice role={role} onChange={setRole} label={t('invite.role')} />
        {room}
        <Group justify="flex-end" mt="xs">
          <Button type="submit" loading={isSending}>
            {t('invite.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
