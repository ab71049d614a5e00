import { Dialog } from '@atrium/ui'
import { Button, Group, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useUser } from '../../lib/session/use-session.ts'
import { useTranslation } from '../../lib/translate.ts'
import { feedbackAddress } from './feedback-address.ts'
import { useFeedbackForm } from './use-feedback-form.ts'

/** Greets and links to the form, with name and address filled in. */
export function FeedbackDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  const formUrl = useFeedbackForm()
  const user = useUser()
  const name = user?.info?.firstName || t('user.fallbackName')
  return (
    <Dialog
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
          href={
            formUrl
              ? feedbackAddress(formUrl, { name: user?.displayName ?? '', email: user?.info?.userName ?? '' })
              : undefined
          }
          rightSection={<IconExternalLink size={16} aria-hidden="true" />}
          onClick={onClose}
        >
          {t('feedback.open')}
        </Button>
      </Group>
    </Dialog>
  )
}
