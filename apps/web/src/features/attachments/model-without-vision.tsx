import { Button } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import type { Model } from '@atrium/contract'
import { useTranslation } from '../../lib/translate.ts'
import styles from './attachments.module.css'

/** The composer's model if it has no vision; null otherwise, and while the models are unknown. */
export function modelWithoutVision(models: readonly Model[] | null, modelId: string): Model | null {
  const model = models?.find((one) => one.modelId === modelId)
  return model && !model.image_processing ? model : null
}

type UnseeingNoteProps = { model: Model; models: readonly Model[]; onSwitch: (modelId: string) => void }

/** Says that the chosen model has no vision, and offers one that does. */
export function UnseeingNote({ model, models, onSwitch }: UnseeingNoteProps) {
  const { t } = useTranslation('attachments')
  const seeing = models.find(
    (other) => other.isAvailable && other.image_processing && other.pictures === null,
  )
  return (
    <div className={styles.unseeing} role="status">
      <IconEyeOff size={18} stroke={1.7} aria-hidden="true" />
      <p>{t(seeing ? 'unseeing' : 'nobodySees', { model: model.displayName })}</p>
      {seeing && (
        <Button type="button" size="xs" variant="default" onClick={() => onSwitch(seeing.modelId)}>
          {t('switch', { model: seeing.displayName })}
        </Button>
      )}
    </div>
  )
}
