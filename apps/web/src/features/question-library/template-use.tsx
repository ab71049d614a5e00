import { type AccountId, type PromptHit } from '@atrium/contract'
import { useEffect, useEffectEvent } from 'react'
import { applyTemplate, type FilledTemplate } from '../../entities/prompts/filled-template.ts'
import { promptQuery } from '../../entities/prompts/prompts.ts'
import { queryClient } from '../../lib/query-client.ts'
import { showFailure } from '../../lib/toasts/show-failure.ts'
import { UseDialog } from './use-dialog.tsx'

type TemplateUseProps = {
  accountId: AccountId
  hit: PromptHit
  onFill: (filled: FilledTemplate) => void
  onClose: () => void
}

/** Uses a suggested template: asks for its variables; without variables, fills the composer at once. */
export function TemplateUse({ accountId, hit, onFill, onClose }: TemplateUseProps) {
  const { promptId, title, hasVariables } = hit
  const fill = useEffectEvent(onFill)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (hasVariables) return
    let isCurrent = true
    queryClient.fetchQuery({ ...promptQuery(accountId, promptId), staleTime: 0 }).then(
      ({ prompt }) => {
        // It may have got variables since it was suggested: they stay in the text, marked as such.
        if (!isCurrent) return
        close()
        fill(applyTemplate(accountId, prompt, {}))
      },
      (error: unknown) => {
        if (!isCurrent) return
        close()
        showFailure(error)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [accountId, promptId, hasVariables])
  if (!hasVariables) return null
  return (
    <UseDialog
      accountId={accountId}
      promptId={promptId}
      title={title}
      onFill={(filled) => {
        onClose()
        onFill(filled)
      }}
      onClose={onClose}
    />
  )
}
