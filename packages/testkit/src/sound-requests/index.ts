import { contract, type Endpoint, type EndpointName } from '@atrium/contract'
import { accountsRequests } from './accounts.ts'
import { answersRequests } from './answers.ts'
import { attachmentsRequests } from './attachments.ts'
import { billingRequests } from './billing.ts'
import { agentJobsRequests } from './agent-jobs.ts'
import { canvasesRequests } from './canvases.ts'
import { chatsRequests } from './chats.ts'
import { creditsRequests } from './credits.ts'
import { defaultRequest } from './default-request.ts'
import { evaluationRequests } from './evaluation.ts'
import { filesRequests } from './files.ts'
import { identityRequests } from './identity.ts'
import { invitesRequests } from './invites.ts'
import { knowledgeRequests } from './knowledge.ts'
import { modelsRequests } from './models.ts'
import { operationsRequests } from './operations.ts'
import { promptsRequests } from './prompts.ts'
import { reportsRequests } from './reports.ts'
import { roomsRequests } from './rooms.ts'
import { toolServersRequests } from './tool-servers.ts'
import { usersRequests } from './users.ts'
import { writingToolsRequests } from './writing-tools.ts'
import type { SoundRequest, SoundRequests } from './sound-request.ts'

export type { RequestParts, SoundRequest, Things } from './sound-request.ts'

const declared: SoundRequests = {
  ...accountsRequests,
  ...agentJobsRequests,
  ...answersRequests,
  ...attachmentsRequests,
  ...billingRequests,
  ...canvasesRequests,
  ...chatsRequests,
  ...creditsRequests,
  ...evaluationRequests,
  ...filesRequests,
  ...identityRequests,
  ...invitesRequests,
  ...knowledgeRequests,
  ...modelsRequests,
  ...operationsRequests,
  ...promptsRequests,
  ...reportsRequests,
  ...roomsRequests,
  ...toolServersRequests,
  ...usersRequests,
  ...writingToolsRequests,
}

/**
 * At least one valid request for every endpoint: the basis of generated tests of the whole contract. An endpoint without a row has
 * its default; a test names those that have neither.
 */
export const soundRequests = Object.fromEntries(
  Object.entries<Endpoint>(contract).map(([name, endpoint]) => [
    name,
    declared[name as EndpointName] ?? [defaultRequest(endpoint) ?? []].flat(),
  ]),
) as Record<EndpointName, readonly SoundRequest[]>
