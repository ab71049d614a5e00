import { createFileRoute } from '@tanstack/react-router'
import { leaveWhenSignedIn } from '../../features/identity/leave-when-signed-in.ts'
import { RegisterScreen } from '../../features/identity/register-screen.tsx'
import { readReturnTo } from '../../lib/navigation/return-to-search.ts'

export const Route = createFileRoute('/auth/register')({
  validateSearch: readReturnTo,
  beforeLoad: ({ search }) => leaveWhenSignedIn(search.returnTo),
  component: function Screen() {
    return <RegisterScreen returnTo={Route.useSearch().returnTo} />
  },
})
