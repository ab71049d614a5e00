import { type AccountId, limits } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { Button, FileButton } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { promptChanges } from '../../entities/prompts/prompts.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useTranslation } from '../../lib/translate.ts'
import { HomeChoice, homeOf } from './home-choice.tsx'
import styles from './question-library.module.css'
import { type FoundPrompt, readPromptFile } from './read-prompt-file.ts'

type ImportDialogProps = {
  accountId: AccountId
  /** The choice to begin with. */
  home: 'mine' | 'account'
  onClose: () => void
  onImported: (home: 'mine' | 'room' | 'account') => void
}

/** Titles shown before an import. */
const shownCount = 8

/** Imports the templates of a JSON or CSV file, after showing what it has: all, or none with the reason. */
export function ImportDialog({ accountId, home: given, onClose, onImported }: ImportDialogProps) {
  const { t } = useTranslation(['questionLibrary', 'common'])
  const [home, setHome] = useState<string>(given)
  const [fileName, setFileName] = useState<string | null>(null)
  const [found, setFound] = useState<FoundPrompt[]>([])

  const form = useSubmit<'file'>(
    () => (found.length === 0 ? { file: t('import.needsFile') } : {}),
    async () => {
      const destination = homeOf(home)
      try {
        const done = await promptChanges(accountId).import({ templates: found, ...destination })
        void showToast(
          [
            t('import.done', { count: done.createdCount }),
            ...(done.skippedCount > 0 ? [t('import.skipped', { count: done.skippedCount })] : []),
          ].join(' '),
          'good',
        )
      } catch (error) {
        const problem = problemOf(error, found)
        if (problem === null) throw error
        return { file: t('import.refused', problem) }
      }
      onClose()
      onImported(destination.source)
    },
  )

  async function choose(file: File | null): Promise<void> {
    if (file === null) return
    form.forget('file')
    setFileName(file.name)
    const isTooLarge = file.size > limits.promptImportBytes / 2
    const read = isTooLarge ? [] : await readPromptFile(await file.text()).catch(() => [])
    setFound(read.length > limits.maxImportedPrompts ? [] : read)
    if (isTooLarge) form.refuse({ file: t('import.tooLarge') })
    else if (read.length === 0) form.refuse({ file: t('import.nothing') })
    else if (read.length > limits.maxImportedPrompts)
      form.refuse({ file: t('import.tooMany', { count: limits.maxImportedPrompts }) })
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('import.title')}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form ref={form.form} className={styles.form} onSubmit={(event) => void form.submit(event)} noValidate>
        <p className={styles.intro}>{t('import.text')}</p>
        <div>
          <FileButton accept=".json,.csv,application/json,text/csv" onChange={(file) => void choose(file)}>
            {(props) => (
              <Button
                {...props}
                name="file"
                variant="default"
                leftSection={<IconFileImport size={18} stroke={1.7} aria-hidden="true" />}
                aria-describedby="import-file"
              >
                {t(fileName === null ? 'import.choose' : 'import.chooseOther')}
              </Button>
            )}
          </FileButton>
          <p
            id="import-file"
            className={styles.importFile}
            data-refused={form.problems.file !== undefined || undefined}
            role="status"
            dir="auto"
          >
            {form.problems.file ??
              (fileName !== null &&
                found.length > 0 &&
                t('import.found', { count: found.length, file: fileName }))}
          </p>
        </div>
        {found.length > 0 && (
          <ul className={styles.imported} aria-label={t('list.label')}>
            {found.slice(0, shownCount).map(({ title, promptText }) => (
              <li key={`${title} ${promptText}`} dir="auto">
                {title}
              </li>
            ))}
            {found.length > shownCount && <li>{t('import.more', { count: found.length - shownCount })}</li>}
          </ul>
        )}
        <HomeChoice home={home} onHome={setHome} />
        <FailureNote failure={form.failure} />
        <div className={styles.end}>
          <Button variant="default" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" loading={form.isSending} disabled={found.length === 0}>
            {t('import.run')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The template that the server refused, and its reason; null when the refusal names none. */
function problemOf(error: unknown, found: readonly FoundPrompt[]): { title: string; reason: string } | null {
  if (!(error instanceof ApiError)) return null
  const issue = error.issues.find(({ path }) => path.startsWith('body.templates.'))
  const title = found[Number(issue?.path.split('.')[2])]?.title
  return issue === undefined || title === undefined ? null : { title, reason: issue.message }
}
