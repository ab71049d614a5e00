import { Button } from '@mantine/core'
import { IconHourglassLow } from '@tabler/icons-react'
import { limits } from '@atrium/contract'
import { useTranslation } from '../../../lib/translate.ts'
import styles from './temporary.module.css'

type TemporaryToggleProps = { isOn: boolean; onChange: (isOn: boolean) => void }

/** Makes a new chat temporary, before its first question, with an explanation. */
export function TemporaryToggle({ isOn, onChange }: TemporaryToggleProps) {
  const { t } = useTranslation('transfer')
  const meaning = t('temporary.offer', { hours: limits.temporaryChatHours })
  return (
    <div className={styles.toggle}>
      <Button
        data-hint={isOn ? undefined : meaning}
        size="compact-sm"
        variant={isOn ? 'light' : 'subtle'}
        color={isOn ? undefined : 'gray'}
        leftSection={<IconHourglassLow size={16} stroke={1.7} />}
        aria-pressed={isOn}
        onClick={() => onChange(!isOn)}
      >
        {t('temporary')}
      </Button>
      <p role="status" className={styles.meaning}>
        {isOn && meaning}
      </p>
    </div>
  )
}
