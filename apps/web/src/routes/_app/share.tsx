import { createFileRoute, redirect } from '@tanstack/react-router'
import { activeContext } from '../../lib/api/api.ts'

/** The target of shares from other apps: their texts and files go into the composer of a new chat. */
export const Route = createFileRoute('/_app/share')({
  beforeLoad: async () => {
    const { putShared } = await import('../../features/attachments/put-shared.ts')
    const accountId = activeContext.accountId()
    if (accountId !== null) await putShared(accountId)
    throw redirect({ to: '/chat/$chatId', params: { chatId: 'new' }, replace: true })
  },
})
