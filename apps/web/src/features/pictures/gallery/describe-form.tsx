import { type AccountId, limits, type RoomPicture } from '@atrium/contract'
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { describePicture } from '../../../entities/chats/room-pictures.ts'
import { showFailure } from '../../../lib/toasts/show-failure.ts'
import { showToast } from '../../../lib/toasts/toasts.ts'
import { useTranslation } from '../../../lib/translate.ts'
import styles from './gallery.module.css'

/** The description of one's own picture, for people who don't see it. */
export function DescribeForm({ accountId, picture }: { accountId: AccountId; picture: RoomPicture }) {
  const { t } = useTranslation('gallery')
  const before = picture.altText ?? ''
  const [altText, setAltText] = useState(before)
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      await describePicture(accountId, picture, altText.trim().replaceAll(/\s+/g, ' '))
      void showToast(t('alt.saved'))
    } catch (error) {
      showFailure(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <form
      className={styles.describe}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Textarea
        label={t('about.alt')}
        description={t('alt.hint')}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={limits.pictureDescriptionCharacters}
        value={altText}
        placeholder={picture.prompt.slice(0, 120)}
        onChange={(event) => setAltText(event.currentTarget.value)}
        // The arrow keys go through the text here, not through the pictures.
        onKeyDown={(event) => event.stopPropagation()}
      />
      <Button type="submit" size="xs" loading={isSaving} disabled={altText.trim() === before}>
        {t('alt.save')}
      </Button>
    </form>
  )
}
