import type { AccountId, ChatDetails, TurnId } from '@atrium/contract'
import { ConversationLabelsProvider } from '../conversation/index.ts'
import { SelectionToolbar } from '../shaping/selection-toolbar.tsx'
import { ChatHeader } from './chat-header.tsx'
import { useConversationActions } from './conversation-actions.tsx'
import { TemporaryHeader } from './temporary-header.tsx'
import { Turns } from './turns.tsx'
import type { PathStep } from './turn-tree.ts'
import { useConversationWords } from './use-conversation-words.ts'

type TranscriptProps = {
  accountId: AccountId
  /** Null while only unsent questions of the chat are known. */
  details: ChatDetails | null
  path: PathStep[]
  /** The turn to begin at, instead of the end. */
  openAt: TurnId | null
}

/** What was said in a chat, under its title. */
export function Transcript({ accountId, details, path, openAt }: TranscriptProps) {
  const { readOnly } = useConversationActions()
  const words = useConversationWords()
  return (
    <ConversationLabelsProvider value={words}>
      {details?.isTemporary && <TemporaryHeader details={details} accountId={accountId} />}
      {details?.isTemporary === false && <ChatHeader details={details} accountId={accountId} />}
      <Turns path={path} openAt={openAt} />
      {!readOnly && <SelectionToolbar />}
    </ConversationLabelsProvider>
  )
}
