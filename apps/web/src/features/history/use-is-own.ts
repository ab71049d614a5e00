import type { ChatItem } from '@atrium/contract'
import { useUser } from '../../lib/session/use-session.ts'

/** Whether a listed chat is the user's own: others' have no stars, labels or selection. */
export function useIsOwn({ sharedBy }: Pick<ChatItem, 'sharedBy'>): boolean {
  const user = useUser()
  return sharedBy === null || sharedBy === user?.id
}
