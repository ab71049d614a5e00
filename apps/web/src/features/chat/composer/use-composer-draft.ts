import type { Mention, Model } from '@atrium/contract'
import { useMemo, useRef } from 'react'
import type { QuestionFile } from '../../../entities/files/question-file.ts'
import { questionText } from '../../../entities/turns/pasted-text.ts'
import { useChosenFiles } from '../../attachments/index.ts'
import type { QueuedQuestion } from './queue/queued-questions.ts'
import { useQuestionDraft } from './use-question-draft.ts'

/** A question as it was written. */
export type WrittenQuestion = Omit<QueuedQuestion, 'id'>

/** The draft of a question with its files, and the field that it is written in; stored under a name until sent. */
export function useComposerDraft(name: string, models: readonly Model[] | null) {
  const draft = useQuestionDraft(name, models)
  const files = useChosenFiles(name)
  const input = useRef<HTMLTextAreaElement>(null)
  const { question } = draft
  const text = useMemo(() => questionText(question), [question])
  return {
    ...draft,
    files,
    input,
    /** Its whole text, with pasted texts. */
    text,
    focus: () => input.current?.focus(),
    /** Puts a question in place of the draft and focuses it. */
    compose: (
      composed: string,
      attachments: readonly QuestionFile[] = [],
      mentions: readonly Mention[] = [],
    ) => {
      draft.replace(composed, mentions)
      files.chosen.restore(attachments)
      input.current?.focus()
    },
    /** Puts questions back before the draft, with their files. */
    takeBack: (questions: readonly WrittenQuestion[]) => {
      draft.putBefore(questions)
      files.chosen.restore(questions.flatMap(({ attachments }) => attachments))
    },
    /** Returns the question, and empties the draft. */
    take: (): WrittenQuestion => {
      const written = { text, mentions: draft.sound, attachments: files.chosen.take() }
      draft.clear()
      return written
    },
  }
}
export type ComposerDraft = ReturnType<typeof useComposerDraft>
