import { createFileRoute } from '@tanstack/react-router'
import { leaveWhenSignedIn } from '../../features/identity/leave-when-signed-in.ts'
import { VerifyScreen } from '../../features/identity/codes/verify-screen.tsx'
import { readReturnTo } from '../../lib/navigation/return-to-search.ts'

export const Route = createFileRoute('/auth/verify')({
  validateSearch: readReturnTo,
  beforeLoad: ({ search }) => leaveWhenSignedIn(search.returnTo),
  component: function Screen() {
    return <VerifyScreen returnTo={Route.useSearch().returnTo} />
  },
})
