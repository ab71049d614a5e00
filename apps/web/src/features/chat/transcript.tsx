import type { AccountId, ChatDetails } from '@atrium/contract'
import { ConversationLabelsProvider } from '../conversation/index.ts'
import { ChatHeader } from './chat-header.tsx'
import { Turns } from './turns.tsx'
import type { PathStep } from './turn-tree.ts'
import { useConversationWords } from './use-conversation-words.ts'

type TranscriptProps = {
  accountId: AccountId
  /** Null while only unsent questions of the chat are known. */
  details: ChatDetails | null
  path: PathStep[]
}

/** What was said in a chat, under its title. */
export function Transcript({ accountId, details, path }: TranscriptProps) {
  const words = useConversationWords()
  return (
    <ConversationLabelsProvider value={words}>
      {details !== null && <ChatHeader details={details} accountId={accountId} />}
      <Turns path={path} />
    </ConversationLabelsProvider>
  )
}
