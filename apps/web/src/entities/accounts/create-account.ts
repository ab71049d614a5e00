import {
  type Account,
  type AccountId,
  changeAccount,
  createAccount,
  getLogoUploadForm,
} from '@atrium/contract'
import { api } from '../../lib/api/api.ts'
import { postUploadForm } from '../../lib/post-upload-form.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { LogoType } from '../files/logo-file.ts'
import { accountsQuery } from './queries.ts'

/** The result: the account exists even when its logo could not be uploaded. */
export type Created = { account: Account; logoFailure: unknown }

/** Creates an account and, once its id is known, uploads its logo (ACC-02). */
export async function createAccountWithLogo(name: string, logo: File | null): Promise<Created> {
  const { data } = await api.call(createAccount, { body: { name } })
  const outcome: Created = { account: data.account, logoFailure: null }
  if (logo)
    try {
      outcome.account = await uploadLogo(data.teamId, logo)
    } catch (error) {
      outcome.logoFailure = error
    }
  queryClient.setQueryData(accountsQuery.queryKey, (known) => [
    ...(known ?? []).filter(({ id }) => id !== data.teamId),
    outcome.account,
  ])
  return outcome
}

/** Uploads a logo and makes it the account's. */
export async function uploadLogo(accountId: AccountId, logo: File): Promise<Account> {
  const contentType = logo.type as LogoType
  const { data: form } = await api.call(getLogoUploadForm, {
    params: { id: accountId, filename: contentType === 'image/png' ? 'logo.png' : 'logo.jpg' },
    query: { 'cache-control': 'public, max-age=31536000, immutable', 'content-type': contentType },
  })
  await postUploadForm(form, logo)
  return (
    await api.call(changeAccount, {
      params: { id: accountId },
      body: { logoFilename: form.fields.key ?? null },
    })
  ).data
}
