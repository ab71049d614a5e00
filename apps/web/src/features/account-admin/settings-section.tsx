import { Button, Group } from '@mantine/core'
import { type FormEvent, type ReactNode, type RefObject, useId } from 'react'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useTranslation } from '../../lib/translate.ts'
import styles from './settings.module.css'

type SettingsSectionProps = {
  title: string
  text: ReactNode
  form: RefObject<HTMLFormElement | null>
  onSubmit: (event: FormEvent) => Promise<void>
  onUndo: () => void
  isChanged: boolean
  isSending: boolean
  failure: unknown
  children: ReactNode
}

/** One setting for admins, saved separately. */
export function SettingsSection({
  title,
  text,
  form,
  onSubmit,
  onUndo,
  isChanged,
  isSending,
  failure,
  children,
}: SettingsSectionProps) {
  const { t } = useTranslation('accountAdmin')
  const titleId = useId()
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <p className={styles.text}>{text}</p>
      </div>
      <form ref={form} noValidate className={styles.form} onSubmit={(event) => void onSubmit(event)}>
        {children}
        <FailureNote failure={failure} />
        <Group gap="sm">
          <Button type="submit" loading={isSending} disabled={!isChanged}>
            {t('settings.save')}
          </Button>
          {isChanged && (
            <Button variant="subtle" color="gray" disabled={isSending} onClick={onUndo}>
              {t('settings.undo')}
            </Button>
          )}
        </Group>
      </form>
    </section>
  )
}
