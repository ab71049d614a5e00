import { createFileRoute } from '@tanstack/react-router'
import { leaveWhenSignedIn } from '../../features/identity/leave-when-signed-in.ts'
import { ForgotPasswordScreen } from '../../features/identity/forgot-password-screen.tsx'
import { readReturnTo } from '../../lib/navigation/return-to-search.ts'

export const Route = createFileRoute('/auth/forgot-password')({
  validateSearch: readReturnTo,
  beforeLoad: ({ search }) => leaveWhenSignedIn(search.returnTo),
  component: function Screen() {
    return <ForgotPasswordScreen returnTo={Route.useSearch().returnTo} />
  },
})
