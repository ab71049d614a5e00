import { useMemo } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import type { ConversationLabels } from './conversation-labels.tsx'
import { labelsFrom } from './labels-from.ts'

/** The labels of the conversation's parts in the reader's language. */
export function useConversationWords(): ConversationLabels {
  const { t } = useTranslation('conversation')
  // The type requires each phrase's variables; `labelsFrom` passes all of them on and checks the names itself.
  return useMemo(() => labelsFrom(t as unknown as Parameters<typeof labelsFrom>[0]), [t])
}
