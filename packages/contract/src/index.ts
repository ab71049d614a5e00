import { accountSettingEndpoints } from './account-settings.ts'
import { accountEndpoints } from './accounts.ts'
import { answerEndpoints } from './answers.ts'
import { attachmentEndpoints } from './attachments.ts'
import { auditEndpoints } from './audit.ts'
import { reportEndpoints } from './reports.ts'
import { creditRequestEndpoints } from './credit-requests.ts'
import { chatEndpoints } from './chats.ts'
import { chatLabelEndpoints } from './chat-labels.ts'
import { chatSearchEndpoints } from './chat-search.ts'
import { chatSummaryEndpoints } from './chat-summaries.ts'
import { chatTransferEndpoints } from './chat-transfer.ts'
import { checkEndpoints } from './checks.ts'
import { contextFileEndpoints } from './context-files.ts'
import type { Endpoint } from './endpoint.ts'
import { identityEndpoints } from './identity.ts'
import { inviteEndpoints } from './invites.ts'
import { memberEndpoints } from './members.ts'
import { mentionEndpoints } from './mentions.ts'
import { knowledgeBaseEndpoints } from './knowledge-bases.ts'
import { knowledgeSourceEndpoints } from './knowledge-sources.ts'
import { modelEndpoints } from './models.ts'
import { openIdEndpoints } from './openid.ts'
import { operationEndpoints } from './operation.ts'
import { ownProfileEndpoints } from './own-profile.ts'
import { ownSecurityEndpoints } from './own-security.ts'
import { providerEndpoints } from './providers.ts'
import { setupEndpoints } from './setup.ts'
import { roomMemberEndpoints } from './room-members.ts'
import { roomEndpoints } from './rooms.ts'
import { secondFactorEndpoints } from './second-factor.ts'
import { shapingEndpoints } from './shaping.ts'
import { sourceReadingEndpoints } from './source-reading.ts'
import { systemAccountEndpoints } from './system-accounts.ts'
import { systemPeopleEndpoints } from './system-people.ts'
import { systemHealthEndpoints } from './system-health.ts'
import { userEndpoints } from './users.ts'

export * from './account-settings.ts'
export * from './accounts.ts'
export * from './answers.ts'
export * from './attachments.ts'
export * from './pictures.ts'
export * from './audit.ts'
export * from './reports.ts'
export * from './chats.ts'
export * from './chat-labels.ts'
export * from './chat-search.ts'
export * from './chat-summaries.ts'
export * from './chat-transfer.ts'
export * from './checks.ts'
export * from './context-files.ts'
export * from './knowledge-bases.ts'
export * from './knowledge-sources.ts'
export * from './passages.ts'
export * from './source-reading.ts'
export * from './endpoint.ts'
export * from './credit-requests.ts'
export * from './errors.ts'
export * from './file-types.ts'
export * from './fold-parts.ts'
export * from './history-scopes.ts'
export * from './identity.ts'
export * from './ids.ts'
export * from './invites.ts'
export * from './limits.ts'
export * from './members.ts'
export * from './mentions.ts'
export * from './models.ts'
export * from './offered-model.ts'
export * from './modifiers.ts'
export * from './openid.ts'
export * from './operation.ts'
export * from './own-profile.ts'
export * from './own-security.ts'
export * from './possible-errors.ts'
export * from './providers.ts'
export * from './room-members.ts'
export * from './rooms.ts'
export * from './second-factor.ts'
export * from './setup.ts'
export * from './shaping.ts'
export * from './system-health.ts'
export * from './system-people.ts'
export * from './person-name.ts'
export * from './plain-text.ts'
export * from './storable.ts'
export * from './system-accounts.ts'
export * from './text.ts'
export * from './users.ts'

/** Every endpoint by its name: what the server must bind and the client may call. */
export const contract = {
  ...identityEndpoints,
  ...openIdEndpoints,
  ...secondFactorEndpoints,
  ...ownSecurityEndpoints,
  ...userEndpoints,
  ...ownProfileEndpoints,
  ...accountEndpoints,
  ...accountSettingEndpoints,
  ...auditEndpoints,
  ...reportEndpoints,
  ...creditRequestEndpoints,
  ...memberEndpoints,
  ...inviteEndpoints,
  ...roomEndpoints,
  ...roomMemberEndpoints,
  ...contextFileEndpoints,
  ...knowledgeBaseEndpoints,
  ...knowledgeSourceEndpoints,
  ...sourceReadingEndpoints,
  ...checkEndpoints,
  ...attachmentEndpoints,
  ...modelEndpoints,
  ...providerEndpoints,
  ...setupEndpoints,
  ...systemAccountEndpoints,
  ...systemHealthEndpoints,
  ...systemPeopleEndpoints,
  ...answerEndpoints,
  ...shapingEndpoints,
  ...chatEndpoints,
  ...chatLabelEndpoints,
  ...mentionEndpoints,
  ...chatSearchEndpoints,
  ...chatSummaryEndpoints,
  ...chatTransferEndpoints,
  ...operationEndpoints,
} as const satisfies Record<string, Endpoint>

export type Contract = typeof contract
export type EndpointName = keyof Contract
