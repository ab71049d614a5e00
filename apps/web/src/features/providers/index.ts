export { type ProviderDraft, newDraft } from './provider-draft.ts'
export { providersQuery } from './queries.ts'
