import type { AccountId, KnowledgeBase } from '@atrium/contract'
import { Button } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { DetailsFields } from './details-fields.tsx'
import styles from './knowledge-bases.module.css'
import { SaveFailure } from './save-failure.tsx'
import { placeOfBase, renameBase } from '../../entities/files/knowledge-bases.ts'

type RenameFormProps = { accountId: AccountId; base: KnowledgeBase; onEnd: () => void }

/** Gives a knowledge base another name and description. */
export function RenameForm({ accountId, base, onEnd }: RenameFormProps) {
  const { t } = useTranslation(['knowledgeBases', 'common'])
  const [details, setDetails] = useState({ name: base.rag_name, description: base.description })
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const name = details.name.trim()
  const needsName = name === ''
  const isNameTaken = error instanceof ApiError && error.code === 'KNOWLEDGE_BASE_NAME_TAKEN'
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (needsName) return
    setSaving(true)
    setError(null)
    try {
      await renameBase(placeOfBase(accountId, base), base.id, name, details.description.trim())
      void showToast(t('base.saved', { name }), 'good')
      onEnd()
    } catch (failure) {
      setError(failure)
      setSaving(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)}>
      <DetailsFields
        {...details}
        onChange={setDetails}
        nameProblem={isNameTaken ? errorText(error) : needsName ? t('create.needsName') : null}
      />
      {error !== null && !isNameTaken && (
        <SaveFailure way="update" error={error}>
          {errorText(error)}
        </SaveFailure>
      )}
      <div className={styles.end}>
        <Button variant="default" disabled={isSaving} onClick={onEnd}>
          {t('common:action.cancel')}
        </Button>
        <Button type="submit" loading={isSaving}>
          {t('base.save')}
        </Button>
      </div>
    </form>
  )
}
