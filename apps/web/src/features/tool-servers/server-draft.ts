import type { ToolServer, ToolServerChanges, ToolServerToAdd, ToolServerToTest } from '@atrium/contract'

/** What the dialog edits. */
export type ServerDraft = {
  /** The name of an installed server; null: by its address. */
  installedName: string | null
  url: string
  name: string
  prefix: string
  /** False until somebody typed a prefix: it follows the name. */
  hasOwnPrefix: boolean
  headerName: string
  headerValue: string
}

export type ServerField = 'url' | 'name' | 'prefix' | 'headerName' | 'headerValue'

export const newServer: ServerDraft = {
  installedName: null,
  url: '',
  name: '',
  prefix: '',
  hasOwnPrefix: false,
  headerName: 'Authorization',
  headerValue: '',
}

export const draftOf = ({ url, installedName, name, prefix, headers }: ToolServer): ServerDraft => ({
  ...newServer,
  installedName,
  url: url ?? '',
  name,
  prefix,
  hasOwnPrefix: true,
  headerName: headers[0] ?? newServer.headerName,
})

/** A prefix for a name: its first lowercase letters and digits. */
export const prefixOf = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/^\d+/, '')
    .slice(0, 20)

export const looksLikeUrl = (text: string): boolean =>
  URL.canParse(text.trim()) && /^https?:$/.test(new URL(text.trim()).protocol)

export const looksLikePrefix = (text: string): boolean => /^[a-z][a-z0-9]{0,19}$/.test(text)

export const looksLikeHeader = ({ headerName, headerValue }: ServerDraft): boolean =>
  headerValue.trim() === '' ||
  (/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,80}$/.test(headerName.trim()) &&
    /^[\x20-\x7e]{1,4000}$/.test(headerValue.trim()))

const headersOf = ({ headerName, headerValue }: ServerDraft) =>
  headerValue.trim() === '' ? undefined : [{ name: headerName.trim(), value: headerValue.trim() }]

const placeOf = ({ installedName, url }: ServerDraft) =>
  installedName === null ? { url: url.trim() } : { installedName }

export const toTest = (draft: ServerDraft, edited: ToolServer | null): ToolServerToTest => ({
  ...placeOf(draft),
  ...(headersOf(draft) && { headers: headersOf(draft) }),
  ...(edited && { serverId: edited.id }),
})

export const toAdd = (draft: ServerDraft): ToolServerToAdd => ({
  ...placeOf(draft),
  name: draft.name.trim(),
  prefix: draft.prefix.trim(),
  ...(headersOf(draft) && { headers: headersOf(draft) }),
})

export const toChange = (draft: ServerDraft, edited: ToolServer): ToolServerChanges => ({
  revision: edited.revision,
  ...(draft.name.trim() !== edited.name && { name: draft.name.trim() }),
  ...(draft.prefix.trim() !== edited.prefix && { prefix: draft.prefix.trim() }),
  ...(edited.url !== null && draft.url.trim() !== edited.url && { url: draft.url.trim() }),
  ...(headersOf(draft) && { headers: headersOf(draft) }),
})
