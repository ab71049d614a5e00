import { type Mention, mintId, type Model } from '@atrium/contract'
import { useMemo } from 'react'
import { createQuestionDrafts } from '../../../entities/turns/composer-draft.ts'
import {
  findMentions,
  joinTexts,
  type MentioningText,
  moveMentions,
} from '../../../entities/turns/mention-text.ts'
import {
  noQuestion,
  partsOf,
  type PastedText,
  type QuestionParts,
} from '../../../entities/turns/pasted-text.ts'
import { unfolded } from '../../../entities/turns/unfold.ts'
import { useDraft } from './use-draft.ts'

const drafts = createQuestionDrafts()

/** The draft of a question and its changes; stored under a name until sent. */
export function useQuestionDraft(name: string, models: readonly Model[] | null) {
  const [question, setQuestion] = useDraft(name, drafts)
  // Stable functions, so that components using them don't rerender during typing.
  const changes = useMemo(
    () => ({
      write: (written: MentioningText) => setQuestion((before) => ({ ...before, ...written })),
      clear: () => setQuestion(noQuestion),
      /** Another question; texts that were pasted stay, unless it brings its own. */
      replace: (text: string, mentions: readonly Mention[]) =>
        setQuestion(({ pasted }) => {
          const parts = partsOf(text, mentions)
          return { ...parts, pasted: parts.pasted.length > 0 ? parts.pasted : pasted }
        }),
      /** Inserts a text at a position. */
      insert: (inserted: string, at: number) =>
        setQuestion((before) => {
          const text = before.text.slice(0, at) + inserted + before.text.slice(at)
          return { ...before, text, mentions: moveMentions(before.mentions, before.text, text) }
        }),
      /** The same question, reworded. */
      reword: (text: string) =>
        setQuestion((before) => ({ ...before, text, mentions: findMentions(before, text) })),
      /** Inserts returned questions before the draft. */
      putBefore: (questions: readonly MentioningText[]) =>
        setQuestion((present) =>
          questions.map(({ text, mentions }) => partsOf(text, mentions)).reduceRight(joined, present),
        ),
      addPasted: (text: string) =>
        setQuestion((before) => ({ ...before, pasted: [...before.pasted, { id: mintId('message'), text }] })),
      keepPasted: (pasted: readonly PastedText[]) => setQuestion((before) => ({ ...before, pasted })),
      unfold: (one: PastedText) => setQuestion((before) => unfolded(before, one)),
      /** Another model was chosen: its mention becomes plain text. */
      forgetModel: () =>
        setQuestion((before) => ({
          ...before,
          mentions: before.mentions.filter(({ kind }) => kind !== 'model'),
        })),
    }),
    [setQuestion],
  )
  const { mentions } = question
  /** Without unavailable models. */
  const sound = useMemo(
    () => mentions.filter((one) => one.kind !== 'model' || models === null || isAskable(models, one.id)),
    [mentions, models],
  )
  const namedModelId = sound.findLast(({ kind }) => kind === 'model')?.id ?? null
  return { question, sound, namedModelId, ...changes }
}

const isAskable = (models: readonly Model[], modelId: string): boolean =>
  models.some((model) => model.modelId === modelId && model.isAvailable)

const joined = (later: QuestionParts, earlier: QuestionParts): QuestionParts => ({
  ...joinTexts(earlier, later),
  pasted: [...earlier.pasted, ...later.pasted],
})
