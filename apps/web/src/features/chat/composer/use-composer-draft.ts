import type { CanvasId, Mention, Model } from '@atrium/contract'
import { useEffect, useMemo, useRef } from 'react'
import type { QuestionFile } from '../../../entities/files/question-file.ts'
import { questionText } from '../../../entities/turns/pasted-text.ts'
import { useChosenFiles } from '../../attachments/index.ts'
import { useAskedCanvases } from '../canvases/use-asked-canvases.ts'
import type { QueuedQuestion } from './queue/queued-questions.ts'
import { useQuestionDraft } from './use-question-draft.ts'

/** A question as it was written. */
export type WrittenQuestion = Omit<QueuedQuestion, 'id'>

/** The draft of a question with its files, and the field that it is written in; stored under a name until sent. */
export function useComposerDraft(name: string, models: readonly Model[] | null) {
  const draft = useQuestionDraft(name, models)
  const files = useChosenFiles(name)
  const canvases = useAskedCanvases(name)
  const input = useRef<HTMLTextAreaElement>(null)
  const { question } = draft
  const canvasCount = canvases.ids.length
  const countBefore = useRef(canvasCount)
  useEffect(() => {
    // Added from the canvas beside the chat, so the field is focused for the question.
    if (canvasCount > countBefore.current) input.current?.focus()
    countBefore.current = canvasCount
  }, [canvasCount])
  const text = useMemo(() => questionText(question), [question])
  return {
    ...draft,
    files,
    canvases,
    input,
    /** Its whole text, with pasted texts. */
    text,
    focus: () => input.current?.focus(),
    /** Puts a question in place of the draft and focuses it. */
    compose: (
      composed: string,
      attachments: readonly QuestionFile[] = [],
      mentions: readonly Mention[] = [],
      canvasIds: readonly CanvasId[] = [],
    ) => {
      draft.replace(composed, mentions)
      files.chosen.restore(attachments)
      canvases.restore(canvasIds)
      input.current?.focus()
    },
    /** Puts questions back before the draft, with their files. */
    takeBack: (questions: readonly WrittenQuestion[]) => {
      draft.putBefore(questions)
      files.chosen.restore(questions.flatMap(({ attachments }) => attachments))
      canvases.restore(questions.flatMap(({ canvasIds = [] }) => canvasIds))
    },
    /** Returns the question, and empties the draft. */
    take: (): WrittenQuestion => {
      const canvasIds = canvases.take()
      const written = {
        ...{ text, mentions: draft.sound, attachments: files.chosen.take() },
        ...(canvasIds.length > 0 && { canvasIds }),
      }
      draft.clear()
      return written
    },
  }
}
export type ComposerDraft = ReturnType<typeof useComposerDraft>
