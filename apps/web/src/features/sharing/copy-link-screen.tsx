import { Button, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { copyLink } from '../../entities/chats/chat-links.ts'
import { useRoom } from '../../entities/rooms/use-room.ts'
import { activeContext } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { useStore } from '../../lib/store.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './copy-link-screen.module.css'

/** Continues a linked conversation in a chat of one's own, in the active room: one click, since a link alone changes nothing. */
export function CopyLinkScreen({ token }: { token: string }) {
  const { t } = useTranslation('shareDialog')
  usePageTitle(t('own.title'))
  const navigate = useNavigate()
  const room = useRoom()
  const { accountId } = useStore(activeContext.place)
  const { form, submit, isSending, problems, failure } = useSubmit<'link'>(
    () => ({}),
    async () => {
      if (!room || !accountId) return
      try {
        const chatId = await copyLink(accountId, token, room.id)
        await navigate({ to: '/chat/$chatId', params: { chatId }, replace: true })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return { link: t('own.gone') }
        throw error
      }
    },
  )
  return (
    <form ref={form} className={styles.screen} onSubmit={(event) => void submit(event)}>
      <Title order={1} size="h2">
        {t('own.title')}
      </Title>
      <Text c="dimmed">{t('own.text', { room: room?.name ?? '…' })}</Text>
      {problems.link !== undefined && (
        <Text c="red" role="alert">
          {problems.link}
        </Text>
      )}
      <FailureNote failure={failure} />
      <Button type="submit" loading={isSending} disabled={!room}>
        {t('own.create')}
      </Button>
    </form>
  )
}
