import { createFileRoute } from '@tanstack/react-router'
import { leaveWhenSignedIn } from '../../features/identity/leave-when-signed-in.ts'
import { LoginScreen } from '../../features/identity/sign-in-screens.tsx'
import { readReturnTo } from '../../lib/navigation/return-to-search.ts'

export const Route = createFileRoute('/auth/login')({
  validateSearch: readReturnTo,
  beforeLoad: ({ search }) => leaveWhenSignedIn(search.returnTo),
  component: function Screen() {
    return <LoginScreen returnTo={Route.useSearch().returnTo} />
  },
})
