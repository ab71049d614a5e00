import {
  type AccountId,
  type ChatId,
  limits,
  type Modifiers,
  type Prompt,
  type RoomId,
  variablesOf,
} from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { Autocomplete, Button, TagsInput, Textarea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { proposeVariables, withVariable } from '../../entities/prompts/propose-variables.ts'
import { promptChanges, promptGroupsQuery } from '../../entities/prompts/prompts.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useTranslation } from '../../lib/translate.ts'
import { setModifiers } from '../modifiers/index.ts'
import { HomeChoice, homeOf } from './home-choice.tsx'
import { PromptHints } from './prompt-hints.tsx'
import styles from './question-library.module.css'

type Given = {
  title?: string
  promptText?: string
  description?: string
  tags?: readonly string[]
  collection?: string | null
  source?: 'mine' | 'room' | 'account'
  roomId?: RoomId | undefined
  modelId?: string | null
  modifiers?: Modifiers
  /** The chat of the question that is saved. */
  chatId?: ChatId
}

type PromptDialogProps = {
  accountId: AccountId
  given: Given
  /** The template that is edited; without one, another is created. */
  edited?: Prompt
  onClose: () => void
  onSaved?: (prompt: Prompt) => void
}

/** Creates or edits a template. */
export function PromptDialog({ accountId, given, edited, onClose, onSaved }: PromptDialogProps) {
  const { t } = useTranslation(['questionLibrary', 'common'])
  const heading = edited ? t('edit.title') : t(given.chatId === undefined ? 'create.open' : 'save.title')
  return (
    <Dialog
      opened
      onClose={onClose}
      title={heading}
      size="lg"
      // Closing loses the input: clicking outside must not do that.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <PromptForm
        accountId={accountId}
        given={given}
        {...(edited && { edited })}
        onClose={onClose}
        {...(onSaved && { onSaved })}
      />
    </Dialog>
  )
}

function PromptForm({ accountId, given, edited, onClose, onSaved }: PromptDialogProps) {
  const { t } = useTranslation(['questionLibrary', 'common'])
  const [title, setTitle] = useState(given.title ?? '')
  const [text, setText] = useState(given.promptText ?? '')
  const [description, setDescription] = useState(given.description ?? '')
  const [tags, setTags] = useState<string[]>([...(given.tags ?? [])])
  const [collection, setCollection] = useState(given.collection ?? '')
  const [home, setHome] = useState<string>(given.roomId ?? given.source ?? 'mine')
  const [modelId, setModelId] = useState(given.modelId ?? null)
  const [modifiers, setGivenModifiers] = useState<Modifiers>(given.modifiers ?? {})
  const { data: known } = useQuery(promptGroupsQuery({ accountId, roomId: null }, 'mine'))
  const form = useSubmit<'title' | 'text'>(
    () => ({
      ...(!title.trim() && { title: t('form.needsTitle') }),
      ...(!text.trim() && { text: t('form.needsText') }),
    }),
    async () => {
      const body = {
        title,
        promptText: text,
        description: description.trim(),
        tags,
        collection: collection.trim() || null,
        modelId,
        modifiers: setModifiers(modifiers),
        ...homeOf(home),
      }
      const changes = promptChanges(accountId)
      const saved = edited
        ? await changes.change(edited.promptId, { ...body, version: edited.version })
        : await changes.create({ ...body, ...(given.chatId !== undefined && { chatId: given.chatId }) })
      void showToast(t('saved', { title: saved.title }), 'good')
      onClose()
      onSaved?.(saved)
    },
  )
  return (
    <form ref={form.form} className={styles.form} onSubmit={(event) => void form.submit(event)} noValidate>
      <TextInput
        name="title"
        label={t('form.title')}
        dir="auto"
        data-autofocus
        withAsterisk
        maxLength={limits.promptTitleCharacters}
        value={title}
        error={form.problems.title}
        onChange={(event) => {
          setTitle(event.currentTarget.value)
          form.forget('title')
        }}
      />
      <Textarea
        name="text"
        label={t('form.text')}
        description={t('form.text.hint')}
        dir="auto"
        autosize
        minRows={4}
        maxRows={14}
        withAsterisk
        maxLength={limits.promptCharacters}
        value={text}
        error={form.problems.text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          form.forget('text')
        }}
      />
      <Variables text={text} onText={setText} />
      <TextInput
        label={t('form.description')}
        description={t('form.description.hint')}
        dir="auto"
        maxLength={limits.promptDescriptionCharacters}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <div className={styles.pair}>
        <Autocomplete
          label={t('collection.label')}
          dir="auto"
          data={known?.collections ?? []}
          maxLength={limits.promptCollectionCharacters}
          value={collection}
          onChange={setCollection}
        />
        <TagsInput
          label={t('tags.label')}
          description={t('form.tags.hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={known?.tags ?? []}
          splitChars={[',']}
          maxTags={limits.maxPromptTags}
          value={tags}
          onChange={(chosen) => setTags(chosen.map((tag) => tag.slice(0, limits.promptTagCharacters)))}
        />
      </div>
      <PromptHints
        accountId={accountId}
        modelId={modelId}
        onModel={setModelId}
        modifiers={modifiers}
        onModifiers={setGivenModifiers}
      />
      <HomeChoice {...(edited && { edited })} home={home} onHome={setHome} />
      <FailureNote failure={form.failure} />
      <div className={styles.end}>
        <Button variant="default" onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
        <Button type="submit" loading={form.isSending}>
          {t('form.save')}
        </Button>
      </div>
    </form>
  )
}

/** The variables of the text, and what else of it could be one. */
function Variables({ text, onText }: { text: string; onText: (text: string) => void }) {
  const { t } = useTranslation('questionLibrary')
  const variables = variablesOf(text)
  const proposals = proposeVariables(text)
  if (variables.length === 0 && proposals.length === 0) return null
  return (
    <div className={styles.variables}>
      {variables.length > 0 && (
        <p className={styles.variableList}>
          <span>{t('form.variables')}</span>
          {variables.map(({ name }) => (
            <mark key={name} className={styles.variable} dir="auto">
              {name}
            </mark>
          ))}
        </p>
      )}
      {proposals.length > 0 && (
        <div className={styles.variableList} role="group" aria-label={t('form.propose')}>
          <span aria-hidden="true">{t('form.propose')}</span>
          {proposals.map((proposal) => (
            <Button
              key={proposal.found}
              size="compact-sm"
              variant="light"
              leftSection={<IconPlus size={13} stroke={2} aria-hidden="true" />}
              onClick={() => onText(withVariable(text, proposal))}
            >
              <bdi>{proposal.name}</bdi>
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
