import { Alert, Button } from '@mantine/core'
import { Dialog } from '@atrium/ui'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { errorText } from '../../lib/text/error-text.ts'
import styles from './knowledge-sources.module.css'

type SourceFormProps = {
  title: string
  submit: string
  /** Title of a failure. */
  failed?: string
  /** The problem after submitting; empty when valid. */
  problem: string
  onSubmit: () => Promise<void>
  onClose: () => void
  /** The fields; `isTried` after a submit, to show missing values. */
  children: (isTried: boolean) => ReactNode
}

/** A dialog with a form: closes after success, and shows the problem otherwise. */
export function SourceForm({ title, submit, failed, problem, onSubmit, onClose, children }: SourceFormProps) {
  const { t } = useTranslation(['knowledgeSources', 'common'])
  const [isTried, setTried] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setTried(true)
    if (problem !== '') return
    setSaving(true)
    setError(null)
    try {
      await onSubmit()
      onClose()
    } catch (failure) {
      setError(failure)
      setSaving(false)
    }
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      size="lg"
      // Closing loses the input: clicking outside must not do that.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
        {children(isTried)}
        {error !== null && (
          <Alert
            role="alert"
            color="red"
            variant="light"
            icon={<IconAlertTriangle size={20} stroke={1.7} />}
            title={failed ?? t('save.failed')}
          >
            {errorText(error)}
          </Alert>
        )}
        <div className={styles.end}>
          <Button variant="default" disabled={isSaving} onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" loading={isSaving}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
