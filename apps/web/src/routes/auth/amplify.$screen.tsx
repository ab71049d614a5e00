import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { readReturnTo } from '../../lib/navigation/return-to-search.ts'

const screens = {
  login: '/auth/login',
  register: '/auth/register',
  verify: '/auth/verify',
  'new-password': '/auth/new-password',
  'forgot-password': '/auth/forgot-password',
} as const

/** The second addresses of the sign-in screens. */
export const Route = createFileRoute('/auth/amplify/$screen')({
  validateSearch: readReturnTo,
  beforeLoad: ({ params, search, location }) => {
    // Parameters of the provider must stay unchanged.
    if (params.screen === 'validate')
      throw redirect({ href: `/auth/validate${location.searchStr}`, replace: true })
    const to = Object.entries(screens).find(([name]) => name === params.screen)?.[1]
    throw to ? redirect({ to, search, replace: true }) : notFound()
  },
})
