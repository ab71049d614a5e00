import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { labelsFrom, type ConversationLabels } from '../conversation/index.ts'

/** The words of the conversation's parts in the reader's language. */
export function useConversationWords(): ConversationLabels {
  const { t } = useTranslation('conversation')
  // i18next types the values of each phrase apart; `labelsFrom` hands all of them on and checks the names itself.
  return useMemo(() => labelsFrom(t as unknown as Parameters<typeof labelsFrom>[0]), [t])
}
