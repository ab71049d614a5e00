import { AUTO_MODEL_ID } from '@atrium/contract'
import {
  accountsModule,
  type Joined,
  monthlyCreditsOf,
  type NamesOfRooms,
  type Plans,
} from './accounts/index.ts'
import { agentJobsModule, jobStarter, pauseForSuspension } from './agent-jobs/index.ts'
import { type AnswerPorts, answersModule, createAnswerPorts } from './answers/index.ts'
import { allowanceOfFiles, attachmentsModule, linkToDocument } from './attachments/index.ts'
import {
  attachmentOpenTo,
  chatReader,
  chatsModule,
  endLinksOf,
  endPublicLinks,
  eraseChatsOfRoom,
  eraseLogs,
  eraseQuotes,
  type GuessLimit,
  stopTurnsOf,
  stopTurnsOfOutsiders,
} from './chats/index.ts'
import { billingModule, type PaymentProvider } from './billing/index.ts'
import { canvasReader, canvasesModule, basesOfCanvases, readTexts } from './canvases/index.ts'
import {
  balancesOf,
  creditsModule,
  endRequestsOf,
  grantMonth,
  monthOf,
  periodOf,
  raiseExtra,
} from './credits/index.ts'
import { evaluationModule, noteSources } from './evaluation/index.ts'
import { createFileLinks, eraseLogos, filesModule, findLogo } from './files/index.ts'
import type { AttemptLimits, Identity } from './identity/index.ts'
import { knowledgeModule } from './knowledge/index.ts'
import { liveModule, type SharedPorts } from './live/index.ts'
import {
  type Models,
  modelsModule,
  defaultModelPreferences,
  type providerKeys,
  type SharedProviders,
} from './models/index.ts'
import { notificationsModule } from './notifications/index.ts'
import { type Notices, operationsModule, type SystemSettings } from './operations/index.ts'
import { onboardingModule } from './onboarding/index.ts'
import type { Database, Transaction } from './platform/database/index.ts'
import type { SafeFetch } from './platform/egress/index.ts'
import type { SendMail } from './platform/mail/mail.ts'
import type { NounModule } from './platform/noun-module.ts'
import type { OwnData } from './platform/own-data.ts'
import { platformModule } from './platform/platform.module.ts'
import { promptsModule } from './prompts/index.ts'
import { pauseSchedulesOf, schedulesModule } from './schedules/index.ts'
import { reportsModule } from './reports/index.ts'
import { retrievalModule } from './retrieval/index.ts'
import {
  createGeneralRoom,
  handOverRooms,
  joinInvitedRoom,
  mayUseRoom,
  modelsIn,
  namesOfRooms,
  requireRoomToInviteTo,
  roomNameForInvite,
  roomsModule,
} from './rooms/index.ts'
import { type ToolServerPorts, toolServersModule } from './tool-servers/index.ts'
import { emailKindsOf, usersModule } from './users/index.ts'
import type { WebSearch } from './web-search/index.ts'
import { forgetTurns, writingToolsModule } from './writing-tools/index.ts'

type PeopleHooks = Parameters<typeof usersModule>[1]

type Ports = SharedPorts &
  Pick<Parameters<typeof operationsModule>[0], 'apiBases' | 'isStopping'> &
  Pick<AnswerPorts, 'measures' | 'documentWaitMs'> & {
    logDatabase: Database
    plans: Plans
    models: Models
    webSearch: WebSearch
    toolServers: ToolServerPorts
    linkGuesses: GuessLimit
    /** Null while payments are off. */
    provider: PaymentProvider | null
    identity: Identity
    systemSettings: SystemSettings
    notices: Notices
    keysOfProviders: ReturnType<typeof providerKeys>
    addedProviders: SharedProviders
    attemptLimits: AttemptLimits | undefined
    pushFetch: SafeFetch
    sendMail(): SendMail
  }

/** Lists the modules of every noun, in the order of `.dependency-cruiser.cjs`, and passes each its ports to later nouns. */
export function createModules(ports: Ports): {
  modules: NounModule[]
  answers: AnswerPorts
  drainWritingTools(): Promise<void>
} {
  const { configuration, secret, database, storage, clock, plans, models, identity } = ports
  const answers = createAnswerPorts(ports, {
    measures: ports.measures,
    documentWaitMs: ports.documentWaitMs,
    noteSources,
    readCanvases: readTexts,
    basesOfCanvases: async (trx, actor, canvasIds) =>
      (await basesOfCanvases(trx, plans, actor, canvasIds)).map(({ id }) => id),
    startJob: jobStarter(ports.queue),
  })
  const writingTools = writingToolsModule(answers)
  const attachments = attachmentsModule(ports)
  const canvases = canvasesModule(ports, writingTools.ports)
  const knowledge = knowledgeModule(ports, {
    documents: { canvas: canvasReader, chat: chatReader },
    attachmentOpenTo: async (trx, actor, asked) => {
      const file = await attachmentOpenTo(trx, actor, asked)
      const fileLinks = createFileLinks({ secret, clock })
      const { mainApiUrl } = configuration
      return file && { ...file, url: linkToDocument({ fileLinks, mainApiUrl }, actor, asked.fileId) }
    },
  })
  const endActivity: PeopleHooks['endActivity'] = async (trx, person) => {
    await stopTurnsOf(trx, person)
    await endLinksOf(trx, person)
  }
  const users = usersModule(ports, {
    balancesOf,
    promotion: ports.notices.promotion,
    endActivity,
    ownData: () => ownDataOf(modules),
    onLeaving: [handOverRooms, stopTurnsOf, pauseSchedulesOf],
  })

  const grantMonthTo = async (trx: Transaction, { accountId, planName, userId }: Joined) => {
    const period = await periodOf(trx, accountId, clock.now())
    const month = monthOf(clock.now())
    const monthly_credits = await monthlyCreditsOf(trx, plans, { accountId, planName, month })
    await grantMonth(trx, { accountId, plan: { monthly_credits }, period, userIds: [userId] })
  }
  const names = {
    namesOfRooms: (...[trx, reader, roomIds]: Parameters<NamesOfRooms>) =>
      namesOfRooms(trx, reader, roomIds, { isWithDeleted: true }),
    modelNames: () => new Map(modelsToAsk(models).map(({ modelId, displayName }) => [modelId, displayName])),
  }
  const modules: NounModule[] = [
    platformModule(ports),
    liveModule(ports),
    identity,
    accountsModule(ports, {
      onOpened: [
        async (trx, account, owner) => void (await createGeneralRoom(trx, account, owner)),
        (trx, { id, planName }, owner) => grantMonthTo(trx, { accountId: id, planName, userId: owner }),
      ],
      onJoined: [grantMonthTo],
      onExtraRaised: async (trx, member) =>
        raiseExtra(trx, { ...member, period: await periodOf(trx, member.accountId, clock.now()) }),
      onLeaving: [handOverRooms, stopTurnsOf, endRequestsOf, endLinksOf, pauseSchedulesOf],
      onDeleting: [stopTurnsOf],
      findLogo,
      modelsToAllow: () =>
        modelsToAsk(models).map(({ modelId, displayName, providerName }) => ({
          modelId,
          displayName,
          providerName,
        })),
      endPublicLinks,
      isPublicDomain: (domain) => emailKindsOf(`someone@${domain}`).isPublic,
      // The audit log names deleted rooms too, while they are in the bin.
      namesOfRooms: (trx, reader, roomIds) => namesOfRooms(trx, reader, roomIds, { isWithDeleted: true }),
      rooms: { requireRoomToInviteTo, roomNameForInvite, joinInvitedRoom, mayUseRoom },
      eraseFiles: [
        (accountId) => eraseLogos({ database, storage }, accountId),
        async (accountId) => void (await knowledge.eraseFiles({ accountId })),
        attachments.eraseFiles,
        canvases.eraseFiles,
      ],
      eraseRows: eraseLogs,
    }),
    filesModule(ports, {
      receivers: [knowledge.receiver, users.receiver, attachments.receiver],
      sweeps: [knowledge.sweep, attachments.sweep, () => eraseQuotes(database), knowledge.indexStored],
    }),
    creditsModule({ ...ports, namesOfRooms }),
    modelsModule(ports, {
      modelsOfRoom: async (trx, member, roomId) => (await modelsIn(trx, member, roomId)).roomModelIds,
      hasWebSearch: () => ports.webSearch.current() !== null,
    }),
    roomsModule(ports, {
      modelIds: () => modelsToAsk(models).map(({ modelId }) => modelId),
      onNarrowed: [stopTurnsOfOutsiders],
      onErasing: [
        async (room) => void (await knowledge.eraseFiles(room)),
        (room) => eraseChatsOfRoom(database, room),
      ],
    }),
    retrievalModule(ports, {
      takeAllowance: allowanceOfFiles(database),
      onProgress: knowledge.onProgress,
    }),
    knowledge,
    toolServersModule(ports.toolServers),
    attachments,
    chatsModule(ports, {
      guesses: ports.linkGuesses,
      onDeleted: (_actor, chatId) => {
        for (const turn of answers.running.values()) if (turn.chatId === chatId) turn.abort('stopped')
      },
      onErasing: [forgetTurns],
      eraseAttachments: attachments.eraseFilesOf,
    }),
    users,
    answersModule(answers),
    writingTools,
    evaluationModule(ports),
    promptsModule(ports),
    canvases,
    agentJobsModule(answers, ports.queue),
    schedulesModule(answers, { downtimeEnd: ports.notices.downtimeEnd, isStopping: ports.isStopping }),
    reportsModule(ports, { database, plans, ...names }),
    billingModule(ports, names),
    onboardingModule(ports),
    notificationsModule(ports),
    operationsModule(ports, {
      onSuspending: [pauseForSuspension],
      onDeleting: [stopTurnsOf],
      endActivity,
    }),
  ]
  return { modules, answers, drainWritingTools: writingTools.drain }
}

/** The parts of a person's data export. */
export const ownDataOf = (modules: readonly NounModule[]): OwnData[] =>
  modules.flatMap(({ ownData }) => ownData ?? [])

/** Every model that can be selected by name. */
const modelsToAsk = (models: Models) =>
  models.list(defaultModelPreferences).filter(({ modelId }) => modelId !== AUTO_MODEL_ID)
