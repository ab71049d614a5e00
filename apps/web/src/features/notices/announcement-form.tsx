import type { Notices } from '@atrium/contract'
import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { session } from '../../lib/api/api.ts'
import { serverNowMs } from '../../lib/api/app-config.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { browserTimeZone, fromLocalInput, toLocalInput } from './local-time.ts'
import styles from './notices.module.css'
import { PictureField, type UploadedPicture } from './picture-field.tsx'
import { noticeChanges } from './queries.ts'

/** The announcement: a picture, its description and its end. */
export function AnnouncementForm({ announcement }: { announcement: Notices['announcement'] }) {
  const { t } = useTranslation('notices')
  const [desktop, setDesktop] = useState<UploadedPicture | null>(
    announcement && { name: announcement.desktop, url: announcement.desktopUrl },
  )
  const [mobile, setMobile] = useState<UploadedPicture | null>(
    announcement?.mobile && announcement.mobileUrl
      ? { name: announcement.mobile, url: announcement.mobileUrl }
      : null,
  )
  const [text, setText] = useState(announcement?.text ?? '')
  const [till, setTill] = useState(toLocalInput(announcement?.activeTill))
  const activeTill = fromLocalInput(till)
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'desktop' | 'text' | 'till'>(
    () => ({
      ...(desktop === null && { desktop: t('announcement.desktop.missing') }),
      ...(!text.trim() && { text: t('announcement.alt.missing') }),
      ...(activeTill !== null &&
        Date.parse(activeTill) <= serverNowMs() && { till: t('announcement.till.past') }),
    }),
    async () => {
      if (desktop === null) return
      await noticeChanges.change({
        announcement: { desktop: desktop.name, mobile: mobile?.name ?? null, text: text.trim(), activeTill },
      })
      await session.reloadUserInfo()
      void showToast(t('announcement.shown'), 'good')
    },
  )
  const ending = useSubmit<never>(
    () => ({}),
    async () => {
      await noticeChanges.change({ announcement: null })
      await session.reloadUserInfo()
      void showToast(t('announcement.ended'), 'good')
    },
  )
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <PictureField
        name="desktop"
        label={t('announcement.desktop')}
        picture={desktop}
        problem={problems.desktop}
        onChange={(picture) => {
          setDesktop(picture)
          forget('desktop')
        }}
      />
      <PictureField name="mobile" label={t('announcement.mobile')} picture={mobile} onChange={setMobile} />
      <TextInput
        name="text"
        label={t('announcement.alt')}
        description={t('announcement.alt.hint')}
        maxLength={300}
        value={text}
        error={problems.text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          forget('text')
        }}
      />
      <TextInput
        name="till"
        type="datetime-local"
        label={t('announcement.till')}
        description={`${t('announcement.till.hint')} ${t('downtime.zone', { zone: browserTimeZone() })}`}
        value={till}
        error={problems.till}
        onChange={(event) => {
          setTill(event.currentTarget.value)
          forget('till')
        }}
      />
      <FailureNote failure={failure ?? ending.failure} />
      <Group gap="sm">
        <Button type="submit" size="md" loading={isSending}>
          {t('announcement.show')}
        </Button>
        {announcement && (
          <Button size="md" variant="default" loading={ending.isSending} onClick={() => void ending.submit()}>
            {t('announcement.end')}
          </Button>
        )}
      </Group>
    </form>
  )
}
