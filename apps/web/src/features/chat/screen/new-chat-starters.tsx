import type { Model, PromptHit } from '@atrium/contract'
import { lazy, Suspense } from 'react'
import type { MentionPlace } from '../../composing/index.ts'
import { BelowStarters, Starters, WaitingStarters } from './new-chat-welcome.tsx'

const SuggestedTemplates = lazy(() =>
  import('./suggested-templates.tsx').then((module) => ({ default: module.SuggestedTemplates })),
)

type NewChatStartersProps = {
  place: MentionPlace
  isRoomKnown: boolean
  models: readonly Model[] | null
  modelId: string
  onTemplate: (hit: PromptHit) => void
  onCompose: (text: string) => void
}

/** Below the composer of an empty chat: beginnings of a question, and the facts of the room. */
export function NewChatStarters(props: NewChatStartersProps) {
  return (
    <>
      {props.isRoomKnown ? (
        <Suspense fallback={<WaitingStarters />}>
          <SuggestedTemplates
            place={props.place}
            onTake={props.onTemplate}
            fallback={<Starters onChoose={props.onCompose} />}
          />
        </Suspense>
      ) : (
        <WaitingStarters />
      )}
      <BelowStarters models={props.models} modelId={props.modelId} />
    </>
  )
}
