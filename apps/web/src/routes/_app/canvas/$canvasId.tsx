import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { CanvasScreen } from '../../../features/canvases/screen/canvas-screen.tsx'
import { loadPhrases } from '../../../lib/phrases.ts'

export const Route = createFileRoute('/_app/canvas/$canvasId')({
  /** `chat` shows the chat of the canvas beside it. */
  validateSearch: ({ chat }: { chat?: boolean } & SearchSchemaInput): { chat?: true } =>
    chat === true ? { chat } : {},
  loader: () => loadPhrases('canvases', 'canvasWork', 'shaping', 'chat', 'models'),
  component: Canvas,
})

function Canvas() {
  const { canvasId } = Route.useParams()
  return <CanvasScreen key={canvasId} canvasId={canvasId} isChatShown={Route.useSearch().chat === true} />
}
