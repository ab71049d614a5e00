import { IconMessage2 } from '@tabler/icons-react'
import { useTranslation } from '../../lib/translate.ts'
import { useFeedbackForm } from './use-feedback-form.ts'

/** The link to the feedback form; renders nothing if none is configured. */
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
