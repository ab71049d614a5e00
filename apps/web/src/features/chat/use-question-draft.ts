import { type Mention, mintId, type Model } from '@atrium/contract'
import { useMemo } from 'react'
import { createQuestionDrafts } from '../composing/composer-draft.ts'
import { findMentions, joinTexts, type MentioningText } from '../composing/mention-text.ts'
import { noQuestion, partsOf, type PastedText, type QuestionParts } from '../composing/pasted-text.ts'
import { unfolded } from '../composing/unfold.ts'
import { useDraft } from './use-draft.ts'

const drafts = createQuestionDrafts()

/** The question that is being written, and what can be done to it; kept under a name until it is sent. */
export function useQuestionDraft(name: string, models: readonly Model[] | null) {
  const [question, setQuestion] = useDraft(name, drafts)
  // The same functions always: what is drawn with them is not drawn again while somebody types.
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
      /** The same question in other words. */
      reword: (text: string) =>
        setQuestion((before) => ({ ...before, text, mentions: findMentions(before, text) })),
      /** Questions that come back, before what is being written. */
      putBefore: (questions: readonly MentioningText[]) =>
        setQuestion((present) =>
          questions.map(({ text, mentions }) => partsOf(text, mentions)).reduceRight(joined, present),
        ),
      addPasted: (text: string) =>
        setQuestion((before) => ({ ...before, pasted: [...before.pasted, { id: mintId('message'), text }] })),
      keepPasted: (pasted: readonly PastedText[]) => setQuestion((before) => ({ ...before, pasted })),
      unfold: (one: PastedText) => setQuestion((before) => unfolded(before, one)),
      /** Another model was chosen: the one that is named is words from now on. */
      forgetModel: () =>
        setQuestion((before) => ({
          ...before,
          mentions: before.mentions.filter(({ kind }) => kind !== 'model'),
        })),
    }),
    [setQuestion],
  )
  const { mentions } = question
  /** Without the models that cannot be asked any more. */
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
