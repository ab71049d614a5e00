import { IconBulb, IconClockHour4, IconPhoto, IconTable } from '@tabler/icons-react'
import type { Model } from '@atrium/contract'
import { useTranslation } from '../../lib/translate.ts'
import styles from './models.module.css'

const marks = [
  { phrase: 'mark.reasoning', icon: IconBulb, applies: (model: Model) => model.options.reasoning },
  { phrase: 'mark.images', icon: IconPhoto, applies: (model: Model) => model.image_processing },
  { phrase: 'mark.spreadsheets', icon: IconTable, applies: (model: Model) => model.spreadsheet_agent },
  { phrase: 'mark.deferred', icon: IconClockHour4, applies: (model: Model) => model.is_deferred_response },
] as const

/** A model's abilities, as small labeled icons. */
export function ModelMarks({ model }: { model: Model }) {
  const { t } = useTranslation('models')
  const applying = marks.filter((mark) => mark.applies(model))
  if (applying.length === 0) return null
  return (
    <span className={styles.marks}>
      {applying.map(({ phrase, icon: Icon }) => (
        <span key={phrase} role="img" aria-label={t(phrase)} data-hint={t(phrase)}>
          <Icon size={15} stroke={1.7} aria-hidden="true" />
        </span>
      ))}
    </span>
  )
}
