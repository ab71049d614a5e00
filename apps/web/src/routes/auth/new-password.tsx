import { createFileRoute } from '@tanstack/react-router'
import { leaveWhenSignedIn } from '../../features/identity/leave-when-signed-in.ts'
import { NewPasswordScreen } from '../../features/identity/new-password-screen.tsx'
import { readReturnTo } from '../../lib/navigation/return-to-search.ts'

export const Route = createFileRoute('/auth/new-password')({
  validateSearch: readReturnTo,
  beforeLoad: ({ search }) => leaveWhenSignedIn(search.returnTo),
  component: function Screen() {
    return <NewPasswordScreen returnTo={Route.useSearch().returnTo} />
  },
})
