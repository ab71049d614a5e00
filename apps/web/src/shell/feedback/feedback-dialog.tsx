import { Dialog } from '@atrium/ui'
import { Anchor, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useUser } from '../../lib/session/use-session.ts'
import { useTranslation } from '../../lib/translate.ts'
import { feedbackAddress } from './feedback-address.ts'
import styles from './feedback.module.css'
import { useFeedbackTarget } from './use-feedback-target.ts'

/** Greets and says what the form's host receives; then embeds the form with name and address filled in (NAV-15). */
export function FeedbackDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  const { formUrl } = useFeedbackTarget()
  const user = useUser()
  const [isEmbedded, setEmbedded] = useState(false)
  const name = user?.info?.firstName || t('user.fallbackName')
  const address =
    formUrl && feedbackAddress(formUrl, { name: user?.displayName ?? '', email: user?.info?.userName ?? '' })
  return (
    <Dialog
      opened={isOpen && address !== null}
      onClose={onClose}
      size={isEmbedded ? 'lg' : 'md'}
      title={t('feedback.greeting', { name })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      {address && isEmbedded && (
        <>
          <iframe
            className={styles.form}
            title={t('feedback.frame')}
            src={address}
            referrerPolicy="no-referrer"
            sandbox="allow-forms allow-scripts allow-same-origin allow-popups"
          />
          {/* Some services refuse to be embedded. */}
          <Anchor href={address} target="_blank" rel="noreferrer" size="sm">
            {t('feedback.newWindow')}
          </Anchor>
        </>
      )}
      {address && !isEmbedded && (
        <>
          <Text c="dimmed">{t('feedback.text', { host: new URL(address).host })}</Text>
          <Group justify="flex-end" mt="lg">
            <Button onClick={() => setEmbedded(true)}>{t('feedback.open')}</Button>
          </Group>
        </>
      )}
    </Dialog>
  )
}
