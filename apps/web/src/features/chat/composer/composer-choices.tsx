import type { AccountId } from '@atrium/contract'
import { memo, type Ref } from 'react'
import type { ModelChoice } from '../../../entities/models/use-model-choice.ts'
import { JobControls } from '../../agent-jobs/index.ts'
import { ModelPicker } from '../../models/index.ts'
import { PictureControls, type PictureChoice } from '../../pictures/index.ts'
import { StyleSwitch } from './style-switch.tsx'

type ComposerChoicesProps = {
  accountId: AccountId
  choice: ModelChoice
  /** The model of the next question: a mentioned one, or the chosen one. */
  modelId: string
  /** An agent job writes its answer. */
  isDeferred: boolean
  pictureChoice: PictureChoice
  /** Makes the mention of a model plain text. */
  forgetModel: () => void
  openRef: Ref<() => void>
}

/** The model, and its style or pictures. Not rendered while typing: the picker is the most expensive part of the composer. */
export const ComposerChoices = memo(function ComposerChoices({
  accountId,
  choice,
  modelId,
  isDeferred,
  pictureChoice: { making, options, choose },
  forgetModel,
  openRef,
}: ComposerChoicesProps) {
  return (
    <>
      <ModelPicker
        accountId={accountId}
        models={choice.models}
        hasFailed={choice.hasFailed}
        onRetry={choice.reload}
        selectedId={modelId}
        onChoose={(chosen) => {
          forgetModel()
          choice.chooseModel(chosen)
        }}
        openRef={openRef}
      />
      {isDeferred ? (
        <JobControls />
      ) : making && options ? (
        <PictureControls making={making} options={options} onChoose={choose} />
      ) : (
        <StyleSwitch style={choice.style} onChoose={choice.chooseStyle} />
      )}
    </>
  )
})
