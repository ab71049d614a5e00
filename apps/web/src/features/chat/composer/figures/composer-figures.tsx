import { limits, type PromptHit } from '@atrium/contract'
import { type ComponentProps, lazy, Suspense } from 'react'
import { useUserInfo } from '../../../../lib/session/use-session.ts'
import { RoomFilesNote } from '../tools/room-files-switch.tsx'
import type { RoomFiles } from '../tools/use-room-files.ts'
import type { ServerToolsSwitch } from '../tools/use-server-tools.ts'
import type { WebSearchSwitch } from '../tools/use-web-search.ts'
import { ServerToolsNote, WebSearchNote } from '../tools/web-search-switch.tsx'
import { QuestionEstimate } from './question-estimate.tsx'

const TypingSuggestions = lazy(() =>
  import('./typing-suggestions.tsx').then((module) => ({ default: module.TypingSuggestions })),
)

type ComposerFiguresProps = ComponentProps<typeof QuestionEstimate> & {
  /** The text in the field, without pasted texts. */
  typed: string
  roomFiles: RoomFiles
  web: WebSearchSwitch
  serverTools: ServerToolsSwitch
  onTemplate: (hit: PromptHit) => void
}

/** The line below the composer: what is searched, templates with similar words, the estimated cost. */
export function ComposerFigures({
  typed,
  roomFiles,
  web,
  serverTools,
  onTemplate,
  ...estimate
}: ComposerFiguresProps) {
  const wantsSuggestions = useUserInfo()?.suggestsTemplates ?? false
  // Loads the row with the first words that are worth a search.
  const suggests = wantsSuggestions && typed.trim().length >= limits.minPromptSuggestionCharacters
  const { accountId, roomId } = estimate.place
  return (
    <>
      <WebSearchNote web={web} />
      <ServerToolsNote tools={serverTools} />
      <RoomFilesNote files={roomFiles} />
      {suggests && (
        <Suspense>
          <TypingSuggestions place={{ accountId, roomId }} text={typed} onTake={onTemplate} />
        </Suspense>
      )}
      <QuestionEstimate {...estimate} />
    </>
  )
}
