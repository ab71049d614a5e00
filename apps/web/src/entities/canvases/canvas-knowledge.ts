import {
  type AccountId,
  addCanvasKnowledge,
  type CanvasBase,
  type CanvasId,
  listCanvasKnowledge,
  removeCanvasKnowledge,
} from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { listFrom } from '../../lib/list-from.ts'
import { queryClient } from '../../lib/query-client.ts'
import { canvasKeys } from './canvas-keys.ts'

const inAccount = (accountId: AccountId) => ({ place: { accountId, roomId: null } })

/** The knowledge bases of a canvas that the user may use. */
export const canvasKnowledgeQuery = (accountId: AccountId, canvasId: CanvasId) =>
  queryOptions({
    queryKey: [...canvasKeys(accountId), 'knowledge', canvasId],
    queryFn: async ({ signal }) =>
      listFrom(
        (await api.call(listCanvasKnowledge, { params: { canvasId } }, { ...inAccount(accountId), signal }))
          .message,
      ),
    retry: false,
  })

/** Adds a base to a canvas, or removes it; shown at once, and reloaded after a refusal too. */
export async function changeCanvasKnowledge(
  accountId: AccountId,
  canvasId: CanvasId,
  { id: baseId, name }: CanvasBase,
  isAdded: boolean,
): Promise<void> {
  const { queryKey } = canvasKnowledgeQuery(accountId, canvasId)
  const place = inAccount(accountId)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (before = []) => {
    const others = before.filter(({ id }) => id !== baseId)
    return isAdded ? [...others, { id: baseId, name }] : others
  })
  try {
    await (isAdded
      ? api.call(addCanvasKnowledge, { params: { canvasId }, body: { baseId } }, place)
      : api.call(removeCanvasKnowledge, { params: { canvasId, baseId } }, place))
  } finally {
    await queryClient.invalidateQueries({ queryKey })
  }
}
