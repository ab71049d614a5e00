import type { Notices } from '@atrium/contract'
import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { session } from '../../lib/api/api.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import styles from './notices.module.css'
import { PictureField, type UploadedPicture } from './picture-field.tsx'
import { noticeChanges } from './queries.ts'

/** The operator's greeting of an empty chat (CHAT-15). */
export function NewChatForm({ newChat }: { newChat: Notices['newChat'] }) {
  const { t } = useTranslation('notices')
  const [picture, setPicture] = useState<UploadedPicture | null>(
    newChat?.picture && newChat.pictureUrl ? { name: newChat.picture, url: newChat.pictureUrl } : null,
  )
  const [title, setTitle] = useState(newChat?.title ?? '')
  const [text, setText] = useState(newChat?.text ?? '')
  const save = async (changed: Parameters<typeof noticeChanges.change>[0]['newChat']) => {
    await noticeChanges.change({ newChat: changed })
    await session.reloadUserInfo()
    void showToast(t('saved'), 'good')
  }
  const { form, submit, isSending, failure } = useSubmit<never>(
    () => ({}),
    () => save({ picture: picture?.name ?? null, title: title.trim(), text: text.trim() }),
  )
  const resetting = useSubmit<never>(
    () => ({}),
    () => save(null),
  )
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <PictureField name="picture" label={t('newChat.picture')} picture={picture} onChange={setPicture} />
      <TextInput
        label={t('newChat.heading')}
        maxLength={120}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <TextInput
        label={t('newChat.lead')}
        maxLength={300}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <FailureNote failure={failure ?? resetting.failure} />
      <Group gap="sm">
        <Button type="submit" size="md" loading={isSending}>
          {t('save')}
        </Button>
        {newChat && (
          <Button
            size="md"
            variant="default"
            loading={resetting.isSending}
            onClick={() => void resetting.submit()}
          >
            {t('newChat.reset')}
          </Button>
        )}
      </Group>
    </form>
  )
}
