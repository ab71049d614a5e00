import { useEffect, useEffectEvent } from 'react'
import { pictureToUse, type PictureToUse } from '../../../entities/files/picture-to-use.ts'
import type { Comparison } from '../../../entities/models/use-comparison.ts'
import type { ModelChoice } from '../../../entities/models/use-model-choice.ts'
import type { ComposerDraft } from './use-composer-draft.ts'

type PictureToUseOf = {
  isNew: boolean
  choice: Pick<ModelChoice, 'models' | 'chooseModel'>
  comparison: Pick<Comparison, 'choose'>
  draft: Pick<ComposerDraft, 'files' | 'replace' | 'focus'>
}

/** Takes a picture that the person chose in the gallery into the composer of a new chat, once. */
export function usePictureToUse({ isNew, choice, comparison, draft }: PictureToUseOf): void {
  const take = useEffectEvent(({ bytes, name, own, text, modelId }: PictureToUse) => {
    pictureToUse.set(null)
    if (modelId !== null) {
      comparison.choose([])
      choice.chooseModel(modelId)
    }
    if (own) draft.files.attach(own, bytes)
    else draft.files.add([new File([bytes], name, { type: bytes.type })])
    if (text !== '') draft.replace(text, [])
    draft.focus()
  })
  useEffect(() => {
    const waiting = pictureToUse.get()
    if (isNew && waiting !== null) take(waiting)
  }, [isNew])
}
