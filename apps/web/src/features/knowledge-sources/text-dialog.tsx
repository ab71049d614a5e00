import { type KnowledgeSource, limits } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '../../lib/lists/load-failure.tsx'
import { useTranslation } from '../../lib/translate.ts'
import { addSource, changeSource, sourceTextQuery, type SourcesPlace } from './queries.ts'
import { SourceForm } from './source-form.tsx'

type TextDialogProps = {
  place: SourcesPlace
  /** The text to edit; without it, a new one. */
  source?: KnowledgeSource
  onClose: () => void
}

/** A pasted or typed text: title and content. */
export function TextDialog({ place, source, onClose }: TextDialogProps) {
  const { t } = useTranslation('knowledgeSources')
  const stored = useQuery({
    ...sourceTextQuery(place, source?.id ?? 'source_'),
    enabled: source !== undefined,
  })
  const [title, setTitle] = useState(source?.title ?? '')
  const [written, setText] = useState<string | null>(source ? null : '')
  const text = written ?? stored.data ?? null
  const [needsTitle, needsText] = [t('text.needsTitle'), t('text.needsText')]
  const titleProblem = title.trim() === '' ? needsTitle : ''
  const textProblem = (text ?? '').trim() === '' ? needsText : ''
  const save = () => {
    const body = { title: title.trim(), text: text ?? '' }
    return source ? changeSource(place, source.id, body) : addSource(place, { kind: 'text', ...body })
  }
  return (
    <SourceForm
      title={source ? t('text.edit') : t('add.text')}
      submit={source ? t('save') : t('add')}
      problem={titleProblem || textProblem}
      onSubmit={save}
      onClose={onClose}
    >
      {(isTried) => (
        <>
          <TextInput
            label={t('text.title')}
            dir="auto"
            data-autofocus
            withAsterisk
            maxLength={limits.sourceTitleCharacters}
            value={title}
            error={isTried && titleProblem}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          {text === null && stored.error && (
            <LoadFailure compact title={t('text.loadFailed')} query={stored} />
          )}
          {text === null && !stored.error && <SkeletonRows count={4} label={t('text.loading')} />}
          {text !== null && (
            <Textarea
              label={t('text.text')}
              dir="auto"
              withAsterisk
              autosize
              minRows={8}
              maxRows={18}
              maxLength={limits.sourceTextCharacters}
              value={text}
              error={isTried && textProblem}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
        </>
      )}
    </SourceForm>
  )
}
