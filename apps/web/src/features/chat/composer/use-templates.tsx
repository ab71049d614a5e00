import type { AccountId, Modifiers, PromptHit, UsedTemplate } from '@atrium/contract'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ModelChoice } from '../../../entities/models/use-model-choice.ts'
import { takeFilled } from '../../../entities/prompts/fill-composer.ts'
import type { FilledTemplate } from '../../../entities/prompts/filled-template.ts'
import { registerComposer, templateToUse } from '../../../entities/prompts/template-to-use.ts'
import { useStore } from '../../../lib/store.ts'
import { withPhrases } from '../../../lib/phrases.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { setModifiers } from '../../modifiers/index.ts'
import type { ComposerDraft } from './use-composer-draft.ts'

const TemplateUse = lazy(() =>
  withPhrases(import('../../question-library/template-use.tsx'), 'questionLibrary').then((module) => ({
    default: module.TemplateUse,
  })),
)

/** Where a template goes: a position in the text, or in place of all of it. */
export type TemplatePosition = number | 'all'

type TemplatesOf = {
  accountId: AccountId
  isNew: boolean
  choice: Pick<ModelChoice, 'models' | 'chooseModel'>
  modifiers: Modifiers
  onCustomise: (modifiers: Modifiers) => void
  draft: Pick<ComposerDraft, 'question' | 'replace' | 'insert' | 'input'>
}

/** Uses templates in the composer, with the model and modifiers that they were made for. */
export function useTemplates({ accountId, isNew, choice, modifiers, onCustomise, draft }: TemplatesOf): {
  use: (hit: PromptHit, at: TemplatePosition) => void
  /** Returns the template that the draft was made from, once. */
  take: () => UsedTemplate | undefined
  dialog: ReactNode
} {
  const { t } = useTranslation('composing')
  const { models, chooseModel } = choice
  const { input } = draft
  const replaceWithUndo = (replacement: string) => {
    const { text: before, mentions } = draft.question
    draft.replace(replacement, [])
    if (before.trim() === '') return
    void import('../../../lib/toasts/undo-toast.ts').then(({ showUndoToast }) =>
      showUndoToast({
        id: 'template replaced',
        message: t('templates.replaced'),
        onUndo: () => draft.replace(before, mentions),
      }),
    )
  }
  /** Inserts a text into the draft, or replaces the draft's text; returns the position after it. */
  const insert = (text: string, at: TemplatePosition): number => {
    if (at === 'all') replaceWithUndo(text)
    else draft.insert(text, at)
    return at === 'all' ? text.length : at + text.length
  }
  const [used, setUsed] = useState<{ hit: PromptHit; at: TemplatePosition } | null>(null)
  /** The template in the composer whose model is not chosen yet. */
  const [filled, setFilled] = useState<FilledTemplate | null>(() => (isNew ? takeFilled(accountId) : null))
  const template = useRef(filled?.template)
  const shape = useEffectEvent(({ modelId, modifiers: wanted }: FilledTemplate) => {
    setFilled(null)
    // A model that the person may no longer use must not keep them from asking.
    if (models?.some((model) => model.modelId === modelId && model.isAvailable)) chooseModel(modelId ?? '')
    if (Object.keys(setModifiers(wanted)).length > 0) onCustomise({ ...modifiers, ...wanted })
  })
  const areModelsKnown = models !== null
  useEffect(() => {
    if (filled && areModelsKnown) shape(filled)
  }, [filled, areModelsKnown])
  const dialog = used && (
    <Suspense>
      <TemplateUse
        key={used.hit.promptId}
        accountId={accountId}
        hit={used.hit}
        onFill={(made) => {
          setFilled(made)
          template.current = made.template
          const caret = insert(made.text, used.at)
          // After the dialog has returned the focus.
          setTimeout(() => {
            input.current?.focus()
            input.current?.setSelectionRange(caret, caret)
          })
        }}
        onClose={() => setUsed(null)}
      />
    </Suspense>
  )
  useEffect(() => registerComposer(), [])
  const chosen = useStore(templateToUse)
  useEffect(() => {
    if (chosen === null) return
    templateToUse.set(null)
    setUsed({ hit: chosen, at: 'all' })
  }, [chosen])
  const take = () => {
    const taken = template.current
    template.current = undefined
    return taken
  }
  return { use: (hit, at) => setUsed({ hit, at }), take, dialog }
}
