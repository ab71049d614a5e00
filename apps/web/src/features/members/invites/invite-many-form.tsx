import { type InvitedRole, type InviteLine, limits } from '@atrium/contract'
import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useState } from 'react'
import { showToast } from '../../../lib/toasts/toasts.ts'
import { FailureNote } from '../../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { useTranslation } from '../../../lib/translate.ts'
import type { InviteFormProps } from './invite-form-props.ts'
import { InviteLines } from './invite-lines.tsx'
import { linesOfCsv } from './lines-of-csv.ts'
import { textOfSkipped } from './invite-outcomes.ts'
import { linesOf, listProblem } from './list-lines.ts'
import styles from '../members.module.css'
import { memberChanges } from '../../../entities/accounts/members.ts'
import { RoleChoice } from '../role-choice.tsx'

const csvSizeBytes = 1024 * 1024

/** Invites the people of a pasted list or a CSV file, after a preview of its problems. */
export function InviteManyForm({ accountId, roomId, room }: InviteFormProps) {
  const { t } = useTranslation('members')
  const [text, setText] = useState('')
  const [role, setRole] = useState<InvitedRole>('member')
  const [read, setRead] = useState<{ lines: InviteLine[]; wasSent: boolean } | null>(null)
  const validCount = read?.lines.filter(({ outcome }) => outcome === 'valid').length ?? 0
  const wrong = read?.wasSent ? textOfSkipped(read.lines) : ''
  const most = limits.maxInviteLines

  const check = () => {
    const problem = listProblem(text)
    if (problem === 'empty') return { list: t('many.empty') }
    return problem === 'too-many' ? { list: t('many.tooMany', { count: most }) } : {}
  }
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'list'>(check, async () => {
    const list = { lines: linesOf(text), role, roomId }
    if (validCount === 0) {
      setRead({ ...(await memberChanges(accountId).previewInvites(list)), wasSent: false })
      return
    }
    const { lines, invitedCount } = await memberChanges(accountId).inviteMany(list)
    setRead({ lines, wasSent: true })
    void showToast(t('many.done', { count: invitedCount }), invitedCount > 0 ? 'good' : 'bad')
  })
  const change = (changed: string) => {
    setText(changed)
    setRead(null)
    forget('list')
  }
  const open = async (file: File | null) => {
    if (!file) return
    if (file.size > csvSizeBytes) return void showToast(t('many.fileTooLarge', { file: file.name }), 'bad')
    try {
      change((await linesOfCsv(await file.text())).join('\n'))
    } catch {
      // The file is gone or unreadable, or its parser could not be loaded.
      void showToast(t('many.fileFailed', { file: file.name }), 'bad')
    }
  }
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Text c="dimmed" size="sm">
          {t('many.text')}
        </Text>
        <FailureNote failure={failure} />
        <Textarea
          name="list"
          label={t('many.label')}
          placeholder={'ada@example.com\ncharles@example.com, admin'}
          dir="ltr"
          autosize
          minRows={4}
          maxRows={read ? 5 : 10}
          value={text}
          error={problems.list}
          onChange={(event) => change(event.currentTarget.value)}
        />
        <Group justify="space-between" align="end">
          <RoleChoice
            role={role}
            label={t('many.role')}
            onChange={(chosen) => {
              setRole(chosen)
              setRead(null)
            }}
          />
          <FileButton
            accept=".csv,.txt,text/csv,text/plain"
            onChange={(file) => void open(file)}
            inputProps={{ 'aria-label': t('many.file') }}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconFileTypeCsv size={18} stroke={1.6} aria-hidden="true" />}
              >
                {t('many.file')}
              </Button>
            )}
          </FileButton>
        </Group>
        {room}
        {read && <InviteLines lines={read.lines} />}
        <Group justify="flex-end" className={styles.send}>
          {wrong !== '' && (
            <Button variant="subtle" color="gray" disabled={isSending} onClick={() => change(wrong)}>
              {t('many.onlyWrong')}
            </Button>
          )}
          {!read?.wasSent && (
            <Button type="submit" loading={isSending} disabled={read !== null && validCount === 0}>
              {read ? t('many.send', { count: validCount }) : t('many.check')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
