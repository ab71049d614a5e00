import { createFileRoute, redirect } from '@tanstack/react-router'

/** Files are added where they are listed. */
export const Route = createFileRoute('/_app/add-document-mobile')({
  beforeLoad: () => {
    throw redirect({ to: '/context-mobile', replace: true })
  },
})
