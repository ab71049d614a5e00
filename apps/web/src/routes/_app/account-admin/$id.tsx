import { createFileRoute, redirect } from '@tanstack/react-router'

/** The second address of an account's members. */
export const Route = createFileRoute('/_app/account-admin/$id')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/account-members/$id', params, replace: true })
  },
})
