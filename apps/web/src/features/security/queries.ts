import {
  addPasskey,
  beginPasskey,
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  endOtherSessions,
  endOwnSession,
  endSecondFactor,
  getOwnSecurity,
  listOwnSessions,
  type NewPasskeyResponse,
  type PasskeyId,
  type Proof,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  type SessionId,
} from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { listFrom } from '../../lib/list-from.ts'
import { queryClient } from '../../lib/query-client.ts'

/** How the person signs in. */
export const securityQuery = queryOptions({
  queryKey: ['own-security'],
  queryFn: async ({ signal }) => (await api.call(getOwnSecurity, {}, { signal })).data,
})

/** The person's sessions. */
export const sessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async ({ signal }) => listFrom((await api.call(listOwnSessions, {}, { signal })).data),
})

const refresh = () => queryClient.invalidateQueries({ queryKey: securityQuery.queryKey })
const refreshSessions = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
const body = (proof: Proof | undefined) => ({ body: proof ? { proof } : {} })

/** Changes of sign-in methods; each throws if the server refuses. */
export const securityChanges = {
  beginSecondFactor: async (proof: Proof | undefined) =>
    (await api.call(beginSecondFactor, body(proof))).data,
  confirmSecondFactor: async (code: string) => {
    const { data } = await api.call(confirmSecondFactor, { body: { code } })
    await refresh()
    return data.recoveryCodes
  },
  renewRecoveryCodes: async (proof: Proof | undefined) => {
    const { data } = await api.call(renewRecoveryCodes, body(proof))
    await refresh()
    return data.recoveryCodes
  },
  endSecondFactor: async (proof: Proof | undefined) => {
    await api.call(endSecondFactor, body(proof))
    await refresh()
  },
  beginPasskey: async (proof: Proof | undefined) => (await api.call(beginPasskey, body(proof))).data,
  addPasskey: async (name: string, response: NewPasskeyResponse) => {
    await api.call(addPasskey, { body: { name, response } })
    await refresh()
  },
  renamePasskey: async (passkeyId: PasskeyId, name: string) => {
    await api.call(renamePasskey, { params: { passkeyId }, body: { name } })
    await refresh()
  },
  removePasskey: async (passkeyId: PasskeyId) => {
    await api.call(removePasskey, { params: { passkeyId } })
    await refresh()
  },
  changePassword: async (password: string, proof: Proof | undefined) => {
    await api.call(changePassword, { body: { password, ...(proof && { proof }) } })
    await Promise.all([refresh(), refreshSessions()])
  },
  endSession: async (sessionId: SessionId) => {
    await api.call(endOwnSession, { params: { sessionId } })
    await refreshSessions()
  },
  endOtherSessions: async () => {
    await api.call(endOtherSessions, {})
    await refreshSessions()
  },
}
