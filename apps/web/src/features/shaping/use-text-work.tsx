import type { TurnId } from '@atrium/contract'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useConversationActions } from '../../entities/turns/conversation-actions.tsx'
import type { TextAction } from './selection-actions.ts'
import { quoted } from './selected-text.ts'
import type { TextToWorkOn } from './work-dialog.tsx'

const WorkDialog = lazy(() => import('./work-dialog.tsx').then((module) => ({ default: module.WorkDialog })))

/** Runs an action on a text of an answer: quotes it in the question, or opens a dialog with the result. */
export function useTextWork(): {
  act: (action: TextAction, turnId: TurnId, text: string) => void
  dialog: ReactNode
} {
  const { compose, how } = useConversationActions()
  const [work, setWork] = useState<TextToWorkOn | null>(null)
  return {
    act: (action, turnId, text) =>
      action === 'ask' ? compose(quoted(text)) : setWork({ action, turnId, text }),
    dialog: work !== null && (
      <Suspense>
        <WorkDialog
          work={work}
          how={{ modelId: how.modelId, modifiers: how.modifiers }}
          onCompose={compose}
          onClose={() => setWork(null)}
        />
      </Suspense>
    ),
  }
}
