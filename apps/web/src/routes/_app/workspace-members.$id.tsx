import { createFileRoute, redirect } from '@tanstack/react-router'

/** The earlier address of an account's members. */
export const Route = createFileRoute('/_app/workspace-members/$id')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/account-members/$id', params, replace: true })
  },
})
