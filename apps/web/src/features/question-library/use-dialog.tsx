import {
  type AccountId,
  limits,
  type Prompt,
  type PromptId,
  type PromptVariable,
  variablesOf,
} from '@atrium/contract'
import { Dialog, SkeletonRows } from '@atrium/ui'
import { Button, Select, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { applyTemplate, type FilledTemplate } from '../../entities/prompts/filled-template.ts'
import { promptQuery } from '../../entities/prompts/prompts.ts'
import { LoadFailure } from '../../lib/lists/load-failure.tsx'
import { useTranslation } from '../../lib/translate.ts'
import { PromptText } from './prompt-text.tsx'
import styles from './question-library.module.css'

type UseDialogProps = {
  accountId: AccountId
  promptId: PromptId
  title: string
  /** Takes the filled template, and closes the dialog. */
  onFill: (filled: FilledTemplate) => void
  onClose: () => void
}

/** Asks for the variables of a template beside the live text, and puts the question in a composer (LIB-02). */
export function UseDialog({ accountId, promptId, title, onFill, onClose }: UseDialogProps) {
  const { t } = useTranslation(['questionLibrary', 'common'])
  const opened = useQuery({ ...promptQuery(accountId, promptId), staleTime: 0 })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={<bdi>{title}</bdi>}
      size="xl"
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      {opened.isError ? (
        <LoadFailure compact title={t('use.failed')} query={opened} />
      ) : opened.data ? (
        <UseForm accountId={accountId} {...opened.data} onFill={onFill} />
      ) : (
        <SkeletonRows count={3} label={t('list.loading')} />
      )}
    </Dialog>
  )
}

type UseFormProps = Pick<UseDialogProps, 'accountId' | 'onFill'> & {
  prompt: Prompt
  lastValues: Readonly<Record<string, string>>
}

function UseForm({ accountId, prompt, lastValues, onFill }: UseFormProps) {
  const { t } = useTranslation('questionLibrary')
  const { promptText } = prompt
  const variables = variablesOf(promptText)
  const [values, setValues] = useState<Readonly<Record<string, string>>>(lastValues)
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const valueOf = (name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : '')
  // The dialog opened before the template had loaded.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[data-blank="0"], [type="submit"]')?.focus()
  }, [])
  const fill = () => {
    const missing = variables.findIndex(({ name }) => valueOf(name).trim() === '')
    if (missing !== -1) {
      setTried(true)
      form.current?.querySelector<HTMLElement>(`[data-blank="${missing}"]`)?.focus()
      return
    }
    const used = Object.fromEntries(variables.map(({ name }) => [name, valueOf(name)]))
    onFill(applyTemplate(accountId, prompt, used))
  }
  return (
    <form
      ref={form}
      noValidate
      className={styles.use}
      onSubmit={(event) => {
        event.preventDefault()
        fill()
      }}
    >
      <div className={styles.blanks}>
        {variables.length === 0 && <p className={styles.quiet}>{t('use.none')}</p>}
        {variables.map((variable, index) => (
          <Blank
            key={variable.name}
            index={index}
            variable={variable}
            value={valueOf(variable.name)}
            isMissing={isTried && valueOf(variable.name).trim() === ''}
            onValue={(value) => setValues((before) => ({ ...before, [variable.name]: value }))}
            onEnter={fill}
          />
        ))}
      </div>
      <section className={styles.preview} aria-label={t('use.preview')}>
        <h3 className={styles.previewTitle}>{t('use.preview')}</h3>
        <p className={styles.previewText} dir="auto">
          <PromptText text={promptText} values={values} />
        </p>
      </section>
      <div className={styles.end}>
        <Button type="submit">{t('use.fill')}</Button>
      </div>
    </form>
  )
}

type BlankProps = {
  index: number
  variable: PromptVariable
  value: string
  isMissing: boolean
  onValue: (value: string) => void
  onEnter: () => void
}

/** The field of a variable: a list for one with choices. Enter inserts, Shift+Enter breaks the line. */
function Blank({ index, variable: { name, hint, choices }, value, isMissing, onValue, onEnter }: BlankProps) {
  const { t } = useTranslation('questionLibrary')
  const shared = {
    label: <bdi>{name}</bdi>,
    error: isMissing ? t('use.missing') : null,
    'data-blank': index,
  }
  if (choices.length > 0 && (value === '' || choices.includes(value)))
    return (
      <Select
        {...shared}
        data={[...choices]}
        value={value === '' ? null : value}
        onChange={(chosen) => onValue(chosen ?? '')}
        placeholder={choices.slice(0, 3).join(' · ')}
      />
    )
  return (
    <Textarea
      {...shared}
      dir="auto"
      autosize
      minRows={1}
      maxRows={8}
      placeholder={hint || name}
      maxLength={limits.promptValueCharacters}
      value={value}
      onChange={(event) => onValue(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
        event.preventDefault()
        onEnter()
      }}
    />
  )
}
