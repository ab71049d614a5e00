import type { AccountId, Prompt } from '@atrium/contract'
import { lazy, Suspense } from 'react'
import { activeContext } from '../../lib/api/api.ts'
import { withPhrases } from '../../lib/phrases.ts'
import { useStore } from '../../lib/store.ts'

const TableRunDialog = lazy(() =>
  withPhrases(import('../agent-jobs/table-run-dialog.tsx'), 'agentJobs').then((module) => ({
    default: module.TableRunDialog,
  })),
)

type RunTemplateProps = { accountId: AccountId; prompt: Prompt; onClose: () => void }

/** Runs a template over the rows of a table, in the active room. */
export function RunTemplate({ accountId, prompt, onClose }: RunTemplateProps) {
  const { roomId } = useStore(activeContext.place)
  const { promptId, version, promptText, modelId } = prompt
  return !roomId ? null : (
    <Suspense>
      <TableRunDialog
        accountId={accountId}
        roomId={roomId}
        given={{ text: promptText, template: { promptId, version }, modelId }}
        onClose={onClose}
      />
    </Suspense>
  )
}
