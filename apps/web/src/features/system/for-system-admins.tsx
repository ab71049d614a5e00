import type { ReactNode } from 'react'
import { useUserInfo } from '../../lib/session/use-session.ts'
import { NotFoundPage } from '../pages/index.ts'

/** A page for system administrators; for everybody else there is no such page. The server checks each call. */
export function ForSystemAdmins({ children }: { children: ReactNode }) {
  const info = useUserInfo()
  if (info === null) return null
  return info.isSystemAdmin ? children : <NotFoundPage />
}
