import { accountSettingEndpoints } from './accounts/account-settings.ts'
import { accountEndpoints } from './accounts/accounts.ts'
import { answerEndpoints } from './chats/answers.ts'
import { attachmentEndpoints } from './knowledge/attachments.ts'
import { billingDetailEndpoints } from './billing/billing-details.ts'
import { paymentEndpoints } from './billing/payments.ts'
import { planEndpoints } from './billing/plans.ts'
import { auditEndpoints } from './accounts/audit.ts'
import { reportEndpoints } from './accounts/reports.ts'
import { creditLimitEndpoints } from './accounts/credit-limits.ts'
import { creditRequestEndpoints } from './accounts/credit-requests.ts'
import { chatEndpoints } from './chats/chats.ts'
import { chatPresenceEndpoints } from './chats/chat-presence.ts'
import { chatLinkEndpoints } from './chats/chat-links.ts'
import { chatQueueEndpoints } from './chats/chat-queue.ts'
import { roomPictureEndpoints } from './chats/room-pictures.ts'
import { chatSharingEndpoints } from './chats/chat-sharing.ts'
import { chatLabelEndpoints } from './chats/chat-labels.ts'
import { chatSearchEndpoints } from './chats/chat-search.ts'
import { chatSummaryEndpoints } from './chats/chat-summaries.ts'
import { chatTransferEndpoints } from './chats/chat-transfer.ts'
import { checkEndpoints } from './knowledge/checks.ts'
import { contextFileEndpoints } from './knowledge/context-files.ts'
import type { Endpoint } from './endpoint.ts'
import { identityEndpoints } from './identity/identity.ts'
import { inviteEndpoints } from './accounts/invites.ts'
import { firstStepsEndpoints } from './accounts/first-steps.ts'
import { memberEndpoints } from './accounts/members.ts'
import { mentionEndpoints } from './chats/mentions.ts'
import { knowledgeBaseEndpoints } from './knowledge/knowledge-bases.ts'
import { knowledgeSourceEndpoints } from './knowledge/knowledge-sources.ts'
import { modelEndpoints } from './models/models.ts'
import { openIdEndpoints } from './identity/openid.ts'
import { operationEndpoints } from './system/operation.ts'
import { ownProfileEndpoints } from './identity/own-profile.ts'
import { ownSecurityEndpoints } from './identity/own-security.ts'
import { canvasCommentEndpoints } from './canvases/canvas-comments.ts'
import { canvasKnowledgeEndpoints } from './canvases/canvas-knowledge.ts'
import { canvasSuggestionEndpoints } from './canvases/canvas-suggestions.ts'
import { canvasPictureEndpoints } from './canvases/canvas-pictures.ts'
import { canvasVersionEndpoints } from './canvases/canvas-versions.ts'
import { canvasEndpoints } from './canvases/canvases.ts'
import { agentJobEndpoints } from './agent-jobs/agent-jobs.ts'
import { tableRunEndpoints } from './agent-jobs/table-runs.ts'
import { scheduleEndpoints } from './agent-jobs/schedules.ts'
import { promptEndpoints } from './prompts/prompts.ts'
import { providerEndpoints } from './models/providers.ts'
import { mailEndpoints } from './system/mail.ts'
import { pushEndpoints } from './system/push.ts'
import { noticeEndpoints } from './system/notices.ts'
import { setupEndpoints } from './system/setup.ts'
import { roomMemberEndpoints } from './rooms/room-members.ts'
import { roomEndpoints } from './rooms/rooms.ts'
import { secondFactorEndpoints } from './identity/second-factor.ts'
import { shapingEndpoints } from './chats/shaping.ts'
import { tableEndpoints } from './chats/tables.ts'
import { toolCallEndpoints } from './chats/tool-calls.ts'
import { toolServerEndpoints } from './tool-servers/tool-servers.ts'
import { sourceReadingEndpoints } from './knowledge/source-reading.ts'
import { settingsInForceEndpoints } from './system/settings-in-force.ts'
import { waitingListEndpoints } from './system/waiting-list.ts'
import { systemAccountEndpoints } from './system/system-accounts.ts'
import { systemAuditEndpoints } from './system/system-audit.ts'
import { systemPeopleEndpoints } from './system/system-people.ts'
import { systemHealthEndpoints } from './system/system-health.ts'
import { userEndpoints } from './identity/users.ts'

export * from './accounts/account-settings.ts'
export * from './accounts/accounts.ts'
export * from './chats/answers.ts'
export * from './knowledge/attachments.ts'
export * from './models/pictures.ts'
export * from './accounts/audit.ts'
export * from './billing/billing-details.ts'
export * from './billing/money.ts'
export * from './billing/payments.ts'
export * from './billing/plans.ts'
export * from './accounts/reports.ts'
export * from './chats/chats.ts'
export * from './chats/chat-policy.ts'
export * from './chats/chat-shares.ts'
export * from './chats/chat-presence.ts'
export * from './chats/chat-links.ts'
export * from './chats/chat-queue.ts'
export * from './chats/comparisons.ts'
export * from './chats/room-pictures.ts'
export * from './chats/chat-sharing.ts'
export * from './chats/chat-labels.ts'
export * from './chats/chat-search.ts'
export * from './chats/chat-summaries.ts'
export * from './chats/chat-transfer.ts'
export * from './knowledge/checks.ts'
export * from './knowledge/context-files.ts'
export * from './knowledge/knowledge-bases.ts'
export * from './knowledge/knowledge-sources.ts'
export * from './knowledge/passages.ts'
export * from './knowledge/source-reading.ts'
export * from './endpoint.ts'
export * from './accounts/credit-limits.ts'
export * from './accounts/credit-requests.ts'
export * from './errors.ts'
export * from './knowledge/file-types.ts'
export * from './chats/fold-parts.ts'
export * from './chats/tables.ts'
export * from './chats/tool-calls.ts'
export * from './chats/web-search.ts'
export * from './chats/history-scopes.ts'
export * from './identity/identity.ts'
export * from './ids.ts'
export * from './accounts/first-steps.ts'
export * from './accounts/invites.ts'
export * from './limits.ts'
export * from './accounts/members.ts'
export * from './chats/mentions.ts'
export * from './models/models.ts'
export * from './models/offered-model.ts'
export * from './chats/modifiers.ts'
export * from './identity/openid.ts'
export * from './system/mail.ts'
export * from './system/push.ts'
export * from './system/waiting-list.ts'
export * from './system/settings-in-force.ts'
export * from './system/operation.ts'
export * from './identity/own-profile.ts'
export * from './identity/own-security.ts'
export * from './possible-errors.ts'
export * from './prompts/prompt-sources.ts'
export * from './prompts/prompt-variables.ts'
export * from './prompts/prompts.ts'
export * from './canvases/canvas-access.ts'
export * from './canvases/canvas-comments.ts'
export * from './canvases/canvas-knowledge.ts'
export * from './canvases/canvas-suggestions.ts'
export * from './canvases/canvas-pictures.ts'
export * from './canvases/canvas-versions.ts'
export * from './canvases/canvases.ts'
export * from './agent-jobs/job-progress.ts'
export * from './agent-jobs/file-of-job.ts'
export * from './agent-jobs/table-runs.ts'
export * from './agent-jobs/translations.ts'
export * from './agent-jobs/data-analyses.ts'
export * from './agent-jobs/job-setup.ts'
export * from './agent-jobs/agent-jobs.ts'
export * from './agent-jobs/schedules.ts'
export * from './models/providers.ts'
export * from './rooms/room-members.ts'
export * from './rooms/rooms.ts'
export * from './identity/second-factor.ts'
export * from './system/notices.ts'
export * from './system/setup.ts'
export * from './chats/shaping.ts'
export * from './system/system-health.ts'
export * from './system/system-audit.ts'
export * from './system/system-people.ts'
export * from './text/person-name.ts'
export * from './text/plain-text.ts'
export * from './text/storable.ts'
export * from './system/system-accounts.ts'
export * from './text/text.ts'
export * from './tool-servers/sign-in.ts'
export * from './tool-servers/tool-servers.ts'
export * from './identity/users.ts'

/** Every endpoint by name: the server must bind all of them, and the client can call them. */
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
  ...planEndpoints,
  ...billingDetailEndpoints,
  ...paymentEndpoints,
  ...creditLimitEndpoints,
  ...creditRequestEndpoints,
  ...memberEndpoints,
  ...inviteEndpoints,
  ...firstStepsEndpoints,
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
  ...mailEndpoints,
  ...pushEndpoints,
  ...noticeEndpoints,
  ...waitingListEndpoints,
  ...settingsInForceEndpoints,
  ...systemAccountEndpoints,
  ...systemHealthEndpoints,
  ...systemAuditEndpoints,
  ...systemPeopleEndpoints,
  ...answerEndpoints,
  ...shapingEndpoints,
  ...tableEndpoints,
  ...toolServerEndpoints,
  ...toolCallEndpoints,
  ...canvasSuggestionEndpoints,
  ...chatEndpoints,
  ...chatSharingEndpoints,
  ...chatLinkEndpoints,
  ...chatQueueEndpoints,
  ...roomPictureEndpoints,
  ...chatPresenceEndpoints,
  ...chatLabelEndpoints,
  ...mentionEndpoints,
  ...chatSearchEndpoints,
  ...chatSummaryEndpoints,
  ...chatTransferEndpoints,
  ...promptEndpoints,
  ...canvasEndpoints,
  ...agentJobEndpoints,
  ...tableRunEndpoints,
  ...scheduleEndpoints,
  ...canvasPictureEndpoints,
  ...canvasVersionEndpoints,
  ...canvasCommentEndpoints,
  ...canvasKnowledgeEndpoints,
  ...operationEndpoints,
} as const satisfies Record<string, Endpoint>

export type Contract = typeof contract
export type EndpointName = keyof Contract
