import { createFileRoute, redirect } from '@tanstack/react-router'
import { readReturnTo } from '../../lib/return-to-search.ts'

/** Where providers of social sign-in return to. With none set up, signing in starts over. */
export const Route = createFileRoute('/auth/validate')({
  validateSearch: readReturnTo,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/auth/login', search, replace: true })
  },
})
