import { Dialog } from '@atrium/ui'
import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from '../../lib/translate.ts'
import { currentAppConfig } from '../../lib/api/app-config.ts'
import { useUserInfo } from '../../lib/session/use-session.ts'
import { useStore } from '../../lib/store.ts'
import { fillTimes } from './downtime-text.ts'
import { dismissDowntime } from './follow-downtime.ts'

/** Announces the downtime first; afterwards the timer reminds. */
export function DowntimeDialog() {
  const { t } = useTranslation(['notices', 'common'])
  const settings = useStore(currentAppConfig)?.downtimeSettings
  const timeZone = useUserInfo()?.timeZone ?? undefined
  if (!settings) return null
  const fill = (text: string) => fillTimes(text, settings, { timeZone })
  return (
    <Dialog
      opened
      centered
      onClose={dismissDowntime}
      title={fill(settings.dialogTitle || t('downtime.dialog.title'))}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <Text dir="auto">{fill(settings.dialogMessage || t('downtime.dialog.message'))}</Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={dismissDowntime} data-autofocus>
          {t('downtime.dialog.dismiss')}
        </Button>
      </Group>
    </Dialog>
  )
}
