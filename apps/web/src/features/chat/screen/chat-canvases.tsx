import type { AccountId, ChatId } from '@atrium/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { canvasesOfChatQuery } from '../../../entities/canvases/canvases.ts'

const CanvasesMenu = lazy(() =>
  import('./canvases-menu.tsx').then((module) => ({ default: module.CanvasesMenu })),
)

/** The canvases of a chat; nothing for a chat without one, which most are: only the others load menus with their first answer. */
export function ChatCanvases({ accountId, chatId }: { accountId: AccountId; chatId: ChatId }) {
  const { data: canvases = [] } = useQuery(canvasesOfChatQuery(accountId, chatId))
  if (canvases.length === 0) return null
  return (
    <Suspense>
      <CanvasesMenu canvases={canvases} />
    </Suspense>
  )
}
