import { isId, type ThreadId } from '@atrium/contract'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { CanvasScreen } from '../../../features/canvases/screen/canvas-screen.tsx'
import { loadPhrases } from '../../../lib/phrases.ts'

export const Route = createFileRoute('/_app/canvas/$canvasId')({
  /** `chat` shows the chat of the canvas beside it, `thread` opens its comments at that thread. */
  validateSearch: ({
    chat,
    thread,
  }: { chat?: boolean; thread?: string } & SearchSchemaInput): { chat?: true; thread?: ThreadId } => ({
    ...(chat === true && { chat }),
    ...(typeof thread === 'string' && isId('thread', thread) && { thread }),
  }),
  loader: () => loadPhrases('canvases', 'canvasWork', 'shaping', 'chat', 'models'),
  component: Canvas,
})

function Canvas() {
  const { canvasId } = Route.useParams()
  const { chat, thread = null } = Route.useSearch()
  return (
    <CanvasScreen
      key={`${canvasId} ${thread}`}
      canvasId={canvasId}
      isChatShown={chat === true}
      threadId={thread}
    />
  )
}
