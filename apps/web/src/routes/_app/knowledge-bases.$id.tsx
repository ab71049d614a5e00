import { isId } from '@atrium/contract'
import { createFileRoute } from '@tanstack/react-router'
import { toActiveAccount } from '../../features/accounts/to-active-account.ts'
import { NotOpenScreen } from '../../features/not-open/not-open-screen.tsx'

/** Knowledge bases of a room or of an account: both ids stand in the same place. */
export const Route = createFileRoute('/_app/knowledge-bases/$id')({
  beforeLoad: ({ params: { id } }) => {
    if (!isId('room', id)) toActiveAccount(id)
  },
  component: () => <NotOpenScreen part="knowledgeBases" />,
})
