import { Button, Group, Modal, Text } from '@mantine/core'
import { IconExternalLink, IconMessage2 } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../features/identity/use-session.ts'
import { appConfig } from '../lib/app-config.ts'
import { feedbackAddress } from './feedback-address.ts'

/** The way to the feedback form; there is none when none is configured. */
export function WriteToUs({ className, onChoose }: { className: string | undefined; onChoose: () => void }) {
  const { t } = useTranslation('shell')
  const formUrl = useFeedbackForm()
  return formUrl ? (
    <button type="button" className={className} onClick={onChoose}>
      <IconMessage2 size={18} stroke={1.6} aria-hidden="true" />
      {t('user.writeToUs')}
    </button>
  ) : null
}

/** Greets and leads to the form, which knows the name and the address already. */
export function FeedbackDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  const formUrl = useFeedbackForm()
  const user = useUser()
  const name = user?.info?.firstName || t('user.fallbackName')
  return (
    <Modal
      opened={isOpen && formUrl !== null}
      onClose={onClose}
      title={t('feedback.greeting', { name })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <Text c="dimmed">{t('feedback.text')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button
          component="a"
          target="_blank"
          rel="noreferrer"
          href={formUrl ? feedbackAddress(formUrl, { name: user?.displayName ?? '', email: user?.info?.userName ?? '' }) : undefined}
          rightSection={<IconExternalLink size={16} aria-hidden="true" />}
          onClick={onClose}
        >
          {t('feedback.open')}
        </Button>
      </Group>
    </Modal>
  )
}

function useFeedbackForm(): string | null {
  const [formUrl, setFormUrl] = useState<string | null>(null)
  useEffect(() => {
    void appConfig().then((config) => setFormUrl(config?.feedbackFormUrl ?? null))
  }, [])
  return formUrl
}
