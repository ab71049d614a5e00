import { type AccountId, AUTO_MODEL_ID, type Prompt } from '@atrium/contract'
import { lazy, Suspense, useState } from 'react'
import type { FilledTemplate } from '../../entities/prompts/filled-template.ts'
import { activeContext } from '../../lib/api/api.ts'
import { withPhrases } from '../../lib/phrases.ts'
import { useStore } from '../../lib/store.ts'
import { UseDialog } from './use-dialog.tsx'

const ScheduleDialog = lazy(() =>
  withPhrases(import('../schedules/schedule-dialog.tsx'), 'schedules').then((module) => ({
    default: module.ScheduleDialog,
  })),
)

type RepeatTemplateProps = { accountId: AccountId; prompt: Prompt; onClose: () => void }

/** Repeats a template in the active room: asks for its variables, then for the times. */
export function RepeatTemplate({ accountId, prompt, onClose }: RepeatTemplateProps) {
  const [filled, setFilled] = useState<FilledTemplate | null>(null)
  const { roomId } = useStore(activeContext.place)
  if (filled === null)
    return (
      <UseDialog
        accountId={accountId}
        promptId={prompt.promptId}
        title={prompt.title}
        onFill={setFilled}
        onClose={onClose}
      />
    )
  return !roomId ? null : (
    <Suspense>
      <ScheduleDialog
        accountId={accountId}
        roomId={roomId}
        given={{ ...filled, title: prompt.title, modelId: filled.modelId ?? AUTO_MODEL_ID }}
        onClose={onClose}
      />
    </Suspense>
  )
}
