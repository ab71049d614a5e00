import type { AccountId } from '@atrium/contract'
import { memo, type Ref } from 'react'
import type { ModelChoice } from '../../../entities/models/use-model-choice.ts'
import { JobControls } from '../../agent-jobs/index.ts'
import type { Comparison } from '../../../entities/models/use-comparison.ts'
import { CompareTool, ModelPicker } from '../../models/index.ts'
import { PictureControls, type PictureChoice } from '../../pictures/index.ts'
import { StyleSwitch } from './style-switch.tsx'

type ComposerChoicesProps = {
  accountId: AccountId
  choice: ModelChoice
  comparison: Comparison
  /** 'Compare models' is in a menu. */
  isFolded: boolean
  compareRef: Ref<() => void>
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
  comparison,
  isFolded,
  compareRef,
  modelId,
  isDeferred,
  pictureChoice: { making, options, choose },
  forgetModel,
  openRef,
}: ComposerChoicesProps) {
  return (
    <>
      {!comparison.isOn && (
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
      )}
      <CompareTool
        models={choice.models}
        comparison={comparison}
        modelId={modelId}
        isFolded={isFolded}
        openRef={compareRef}
      />
      {!comparison.isOn && isDeferred ? (
        <JobControls />
      ) : !comparison.isOn && making && options ? (
        <PictureControls making={making} options={options} onChoose={choose} />
      ) : (
        <StyleSwitch style={choice.style} onChoose={choice.chooseStyle} />
      )}
    </>
  )
})
