import { IconMessage2 } from '@tabler/icons-react'
import { useTranslation } from '../../lib/translate.ts'
import { useFeedbackTarget } from './use-feedback-target.ts'

/** Opens the feedback form or, without one, a mail to the operator; renders nothing if neither is configured. */
export function WriteToUs({ className, onChoose }: { className: string | undefined; onChoose: () => void }) {
  const { t } = useTranslation('shell')
  const { formUrl, email } = useFeedbackTarget()
  const content = (
    <>
      <IconMessage2 size={18} stroke={1.6} aria-hidden="true" />
      {t('user.writeToUs')}
    </>
  )
  if (formUrl)
    return (
      <button type="button" className={className} onClick={onChoose}>
        {content}
      </button>
    )
  return email ? (
    <a className={className} href={`mailto:${email}`}>
      {content}
    </a>
  ) : null
}
