import { Dialog } from '@atrium/ui'
import { Button, Group, Text } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './security.module.css'

/** The recovery codes, shown only once. Only the button closes the dialog, so that no stray click loses them. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useTranslation('security')
  const text = `${t('recovery.file')}\n\n${codes.join('\n')}\n`
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast(t('recovery.copied'), 'good'),
      () => showToast(t('recovery.copyFailed'), 'bad'),
    )
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('recovery.title')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Text c="dimmed">{t('recovery.text')}</Text>
      <ul className={styles.codes} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="space-between" gap="xs" mt="lg">
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconCopy size={16} aria-hidden="true" />}
            onClick={() => void copy()}
          >
            {t('recovery.copy')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            onClick={() => download(text)}
          >
            {t('recovery.download')}
          </Button>
        </Group>
        <Button onClick={onClose} data-autofocus>
          {t('recovery.done')}
        </Button>
      </Group>
    </Dialog>
  )
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'atrium-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(url)
}
