import { type AccountId, AUTO_MODEL_ID, type ChatId, type FileId, type UserId } from '@atrium/contract'
import {
  accountBindings,
  inviteBindings,
  type Joined,
  memberBindings,
  type OnOpened,
  type Plans,
  roleIn,
  settingBindings,
} from './accounts/index.ts'
import { type AnswerPorts, answerRoutes, type OpenBrowsers, type OpenReaders } from './answers/index.ts'
import { attachmentBindings, attachmentReceiver, linkToDocument } from './attachments/index.ts'
import { attachmentOpenTo, chatRoutes, stopTurnsOf, stopTurnsOfOutsiders } from './chats/index.ts'
import { checkBindings } from './checks/index.ts'
import { balancesOf, grantMonth, monthOf } from './credits/index.ts'
import { createFileLinks, fileBindings, findLogo } from './files/index.ts'
import type { Identity } from './identity/index.ts'
import {
  contextFileReceiver,
  knowledgeBindings,
  type KnowledgeTeller,
  type SourceJob,
} from './knowledge/index.ts'
import {
  modelBindings,
  noWishes,
  providerBindings,
  type providerKeys,
  type SharedProviders,
} from './models/index.ts'
import type { Configuration } from './platform/configuration.ts'
import type { Secret } from './platform/secret.ts'
import type { TenantTransaction, Transaction } from './platform/database/index.ts'
import type { Binding } from './platform/http/bind.ts'
import { queueMail } from './platform/mail.ts'
import type { Queue } from './platform/queue.ts'
import { siteUrlOf } from './platform/site-url.ts'
import type { Storage } from './platform/storage/index.ts'
import { indexFileJob } from './roles/index-jobs.ts'
import { checkPorts } from './roles/check-jobs.ts'
import { fetchSourceJob } from './roles/source-jobs.ts'
import { exportUser } from './roles/user-jobs.ts'
import {
  createGeneralRoom,
  handOverRooms,
  modelsIn,
  roomBindings,
  roomMemberBindings,
  type RoomPorts,
} from './rooms/index.ts'
import { type ShapingPorts, shapingRoutes } from './shaping/index.ts'
import {
  createExportLinks,
  emailKindsOf,
  type ExportJob,
  pictureReceiver,
  userRoutes,
} from './users/index.ts'

/** What the nouns are made of: each port was built once, at the start. */
export type Parts = {
  configuration: Configuration
  /** Signs links to files. */
  secret: Secret
  /** How keys of providers of models are kept, and what tells the other nodes of a change. */
  keysOfProviders: ReturnType<typeof providerKeys>
  addedProviders: SharedProviders
  storage: Storage
  plans: Plans
  queue: Queue
  identity: Identity
  answers: AnswerPorts
  readers: OpenReaders
  browsers: OpenBrowsers
  shaping: ShapingPorts
  knowledgeTeller: KnowledgeTeller
}

/** The endpoints of every noun. What a noun needs of a later one, which it may not know, is handed to it here. */
export function connectNouns(parts: Parts): Binding[] {
  const { answers, browsers, readers, identity, storage, secret } = parts
  const { database, models, clock, log } = answers
  const mainApiUrl = parts.configuration.mainApiUrl
  const fileLinks = createFileLinks({ secret, clock })
  const knowledgePorts = {
    database,
    storage,
    log,
    plans: parts.plans,
    mainApiUrl,
    fileLinks,
    enqueueIndexing: (trx: Transaction, file: { accountId: AccountId; fileId: FileId }) =>
      parts.queue.send(trx, indexFileJob, file),
    enqueueFetch: (trx: Transaction, job: SourceJob) => parts.queue.send(trx, fetchSourceJob, job),
    onKnowledgeChanged: parts.knowledgeTeller.onKnowledgeChanged,
    attachmentOpenTo: async (
      trx: TenantTransaction,
      actor: { accountId: AccountId; userId: UserId },
      asked: { fileId: FileId; chatId: ChatId | undefined },
    ) => {
      const file = await attachmentOpenTo(trx, actor, asked)
      return file && { ...file, url: linkToDocument({ fileLinks, mainApiUrl }, actor, asked.fileId) }
    },
  }
  const attachmentPorts = { database, storage, fileLinks, enqueueIndexing: knowledgePorts.enqueueIndexing }
  const userPorts = {
    database,
    storage,
    clock,
    log,
    identity,
    balancesOf,
    mainApiUrl,
    exportLinks: createExportLinks({ secret, clock }),
    enqueueExport: (trx: Transaction, job: ExportJob) => parts.queue.send(trx, exportUser, job),
    stopAnswers: stopTurnsOf,
    roleIn: (accountId: AccountId, userId: UserId) => roleIn(database, accountId, userId),
  }
  return [
    ...identity.bindings,
    ...userRoutes(userPorts),
    ...bindingsOfAccounts(parts),
    ...fileBindings({
      database,
      storage,
      receivers: [
        contextFileReceiver(knowledgePorts),
        pictureReceiver(userPorts),
        attachmentReceiver(attachmentPorts),
      ],
    }),
    ...bindingsOfRooms(parts),
    ...knowledgeBindings(knowledgePorts),
    ...attachmentBindings(attachmentPorts),
    ...modelBindings({
      database,
      models,
      modelsOfRoom: async (trx, member, roomId) => (await modelsIn(trx, member, roomId)).roomModelIds,
    }),
    ...providerBindings({
      database,
      clock,
      log,
      providers: models.providers,
      keys: parts.keysOfProviders,
      ollamaUrl: parts.configuration.ollamaUrl,
      tellChanged: parts.addedProviders.tellChanged,
      reload: parts.addedProviders.reload,
    }),
    ...chatRoutes({
      database,
      storage,
      onChanged: (actor, chatId) => answers.notices.publish(actor, { type: 'chat-changed', chatId }),
      onMentionsSeen: (actor) => browsers.tell(actor, { type: 'mentioned' }),
      onDeleted: (_actor, chatId) => {
        for (const turn of answers.running.values()) if (turn.chatId === chatId) turn.abort('stopped')
      },
      enqueueErasure: answers.enqueueErasure,
    }),
    ...answerRoutes(answers, readers),
    ...shapingRoutes(parts.shaping),
    ...checkBindings({ ...checkPorts(database, parts.queue), log, models }),
  ]
}

function bindingsOfAccounts({ configuration, plans, answers, browsers }: Parts): Binding[] {
  const { database, models, clock } = answers
  const { onAccessTaken } = browsers
  const openGeneralRoom: OnOpened = async (trx, account, owner) =>
    void (await createGeneralRoom(trx, account, owner))
  const grantMonthTo = (trx: Transaction, { accountId, planName, userId }: Joined) =>
    grantMonth(trx, {
      accountId,
      plan: plans.named(planName),
      period: monthOf(clock.now()),
      userIds: [userId],
    })
  const grantFirstMonth: OnOpened = (trx, { id, planName }, owner) =>
    grantMonthTo(trx, { accountId: id, planName, userId: owner })
  const modelsToAllow = () =>
    modelsToAsk(models).map(({ modelId, displayName, providerName }) => ({
      modelId,
      displayName,
      providerName,
    }))
  const accountPorts = {
    database,
    plans,
    mainApiUrl: configuration.mainApiUrl,
    onOpened: [openGeneralRoom, grantFirstMonth],
    findLogo,
  }
  return [
    ...accountBindings(accountPorts),
    ...inviteBindings({
      ...accountPorts,
      siteUrl: siteUrlOf(configuration),
      queueMail,
      onJoined: [grantMonthTo],
    }),
    ...settingBindings({
      ...accountPorts,
      modelsToAllow,
      isPublicDomain: (domain) => emailKindsOf(`someone@${domain}`).isPublic,
      onDeleting: [stopTurnsOf],
      onAccessTaken,
    }),
    ...memberBindings({
      database,
      onLeaving: [handOverRooms, stopTurnsOf],
      onAccessTaken,
      onRoleChanged: (member) => browsers.tell(member, { type: 'role-changed' }),
    }),
  ]
}

function bindingsOfRooms({ answers, storage, browsers }: Parts): Binding[] {
  const roomPorts: RoomPorts = {
    database: answers.database,
    storage,
    modelIds: () => modelsToAsk(answers.models).map(({ modelId }) => modelId),
    onNarrowed: [stopTurnsOfOutsiders, browsers.tellAccessTaken],
    onAccessTaken: browsers.onAccessTaken,
    onRoomsChanged: (audience) => browsers.tell(audience, { type: 'rooms-changed' }),
  }
  return [...roomBindings(roomPorts), ...roomMemberBindings(roomPorts)]
}

/** Every model that can be asked by its name. */
const modelsToAsk = (models: AnswerPorts['models']) =>
  models.list(noWishes).filter(({ modelId }) => modelId !== AUTO_MODEL_ID)
