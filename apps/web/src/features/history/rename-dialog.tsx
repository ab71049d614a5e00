import { Dialog } from '@atrium/ui'
import { Button, Group, TextInput } from '@mantine/core'
import { limits, type AccountId, type ChatItem } from '@atrium/contract'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { chatChanges } from '../../entities/chats/queries.ts'

type RenameDialogProps = {
  accountId: AccountId
  chat: Pick<ChatItem, 'chatId' | 'chatTitle'>
  onClose: () => void
}

/** Gives a chat another title. */
export function RenameDialog({ accountId, chat, onClose }: RenameDialogProps) {
  const { t } = useTranslation(['history', 'common'])
  const [title, setTitle] = useState(chat.chatTitle)
  const [isSaving, setIsSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const save = async () => {
    setIsSaving(true)
    try {
      await chatChanges(accountId).rename(chat.chatId, title.trim())
      onClose()
    } catch (failure) {
      setError(errorText(failure))
      setIsSaving(false)
    }
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('rename.title')}
      size="sm"
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextInput
          data-autofocus
          label={t('rename.label')}
          maxLength={limits.chatTitleCharacters}
          value={title}
          error={error}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" loading={isSaving} disabled={title.trim() === ''}>
            {t('rename.save')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
