import { type GoldenQuestion, limits } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import type { RoomPlace } from '../../entities/files/context-files.ts'
import { ExpectedField, type ExpectedFile } from './expected-field.tsx'
import styles from './knowledge-check.module.css'
import { checkChanges } from './queries.ts'

type QuestionDialogProps = {
  place: RoomPlace
  /** Null when it is closed. */
  edited: GoldenQuestion | 'new' | null
  onClose: () => void
}

/** Adds or edits a golden question. Reset each time it opens. */
export function QuestionDialog({ place, edited, onClose }: QuestionDialogProps) {
  const { t } = useTranslation(['knowledgeCheck', 'common'])
  return (
    <Dialog
      opened={edited !== null}
      onClose={onClose}
      title={t(edited === 'new' ? 'dialog.add' : 'dialog.edit')}
      size="lg"
      // Closing loses the input: clicking outside must not do that.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      {edited !== null && (
        <QuestionForm place={place} question={edited === 'new' ? null : edited} onClose={onClose} />
      )}
    </Dialog>
  )
}

type QuestionFormProps = { place: RoomPlace; question: GoldenQuestion | null; onClose: () => void }

function QuestionForm({ place, question: before, onClose }: QuestionFormProps) {
  const { t } = useTranslation(['knowledgeCheck', 'common'])
  const [question, setQuestion] = useState(before?.question ?? '')
  const [expected, setExpected] = useState<ExpectedFile[]>(before?.expected ?? [])
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isReady = question.trim() !== '' && expected.length > 0
  const save = async () => {
    setSaving(true)
    const body = {
      question,
      expected: expected.map(({ fileId, page }) => ({ fileId, page })),
      baseIds: before?.baseIds ?? [],
    }
    const changes = checkChanges(place)
    try {
      await (before ? changes.change(before.id, body) : changes.add(body))
      void showToast(t(before ? 'done.changed' : 'done.added'), 'good')
      onClose()
    } catch (error) {
      setProblem(errorText(error))
      setSaving(false)
    }
  }
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void save()
      }}
    >
      <Textarea
        data-autofocus
        label={t('dialog.question')}
        dir="auto"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={limits.goldenQuestionCharacters}
        value={question}
        onChange={(event) => setQuestion(event.currentTarget.value)}
      />
      <ExpectedField place={place} value={expected} onChange={setExpected} />
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} disabled={isSaving}>
          {t('common:action.cancel')}
        </Button>
        <Button type="submit" loading={isSaving} disabled={!isReady}>
          {t('dialog.save')}
        </Button>
      </Group>
    </form>
  )
}
