import {
  type EstimateQuestion,
  type FileOfJob,
  mintId,
  type QuestionEstimate,
  type RoomId,
} from '@atrium/contract'
import { credits } from '../chats/index.ts'
import { basesOfRoom } from '../knowledge/index.ts'
import { filesOf } from '../retrieval/index.ts'
import { countTokens } from '../models/index.ts'
import { inTenant, type TenantTransaction } from '../platform/database/index.ts'
import type { Member } from '../platform/http/guards.ts'
import { readableBy } from './plan/fit-prompt.ts'
import { gatherQuestion, type GatheredQuestion, loadChatToAsk } from './plan/gather-material.ts'
import { likelyCost } from './plan/likely-cost.ts'
import { filesToSummarise } from './sources/files-to-summarise.ts'
import {
  likelyAnalysisCost,
  likelyJobCost,
  likelyRowsCost,
  likelySummariesCost,
  likelyTranslationCost,
} from './plan/likely-job-cost.ts'
import { likelyOutput } from './plan/likely-output.ts'
import { type AnswerPlan, planAnswer } from './plan/plan-answer.ts'
import type { AnswerPorts } from './ports.ts'
import { requireFileOfJob } from './tables/file-of-job.ts'

/**
 * Returns what a question would cost if it were asked now: the likely cost, the range of most such questions, and the maximum, which
 * is the hold. Writes nothing. Throws what planning the answer throws.
 */
export const estimateQuestion = (
  ports: AnswerPorts,
  member: Member,
  asked: EstimateQuestion,
): Promise<QuestionEstimate> =>
  inTenant(ports.database, member, async (trx) => {
    const { text, documents = [], pictures, canvasIds = [] } = asked
    const ask = {
      kind: 'question' as const,
      messageId: mintId('message'),
      text,
      attachments: documents,
      canvasIds,
    }
    const chat = await loadChatToAsk(trx, member, asked)
    const question = await gatherQuestion(
      trx,
      ports,
      member,
      { ...asked, turnId: mintId('turn'), ask, pictureCount: pictures },
      chat,
    )
    const plan = planAnswer(ports.models, question.material, asked)
    return {
      modelId: plan.model.modelId,
      modelName: plan.model.displayName,
      contextLimit: readableBy(plan.model, asked.style),
      contextTokens: plan.contextTokens,
      inputTokens: plan.inputTokens,
      questionsToSummarise: plan.summary?.turns.length ?? 0,
      ...(await costOf(trx, member, asked, question, plan)),
    }
  })

type Costs = Pick<
  QuestionEstimate,
  'likelyCredits' | 'lowCredits' | 'highCredits' | 'maxCredits' | 'jobItems'
>

/** The likely cost and its range. Pictures have a fixed price. */
async function costOf(
  trx: TenantTransaction,
  member: Member,
  { style, text, documents = [], job }: EstimateQuestion,
  { material, parentTurnId, chat }: GatheredQuestion,
  plan: AnswerPlan,
): Promise<Costs> {
  const { model, maxCostMilli } = plan
  const maxCredits = credits(maxCostMilli)
  if (plan.drawing)
    return { likelyCredits: maxCredits, lowCredits: maxCredits, highCredits: maxCredits, maxCredits }
  if (job?.kind === 'table-run') {
    const rows = job.rows ?? { count: 0, tokens: 0 }
    return { ...inCredits(likelyRowsCost(model.price, countTokens(text), rows)), jobItems: rows.count }
  }
  if (job?.kind === 'translation') {
    const tokens = job.document ? await tokensOfFile(trx, member, chat.room.id, job.document) : 0
    const { parts, ...cost } = likelyTranslationCost(model.price, tokens)
    return { ...inCredits(cost), jobItems: parts }
  }
  if (job?.kind === 'data-analysis') return inCredits(likelyAnalysisCost(model.price))
  if (job) {
    const { files } = await filesToSummarise(trx, member, chat.room.id)
    const cost = likelySummariesCost(
      model.price,
      files.map(({ tokens }) => tokens),
    )
    return { ...inCredits(cost), jobItems: files.length }
  }
  if (model.isDeferred) return inCredits(likelyJobCost(model.price))
  const output = await likelyOutput(trx, member, {
    modelId: model.modelId,
    reasoning: model.reasoning,
    style,
    format: material.modifiers.format || material.room.modifiers.format || '',
  })
  const prompt = { ...plan, hasDocuments: documents.length > 0, isContinued: parentTurnId !== null }
  const { low, likely, high } = likelyCost(model.price, prompt, output)
  return {
    likelyCredits: credits(Math.min(likely, maxCostMilli)),
    lowCredits: credits(Math.min(low, maxCostMilli)),
    highCredits: credits(Math.min(high, maxCostMilli)),
    maxCredits,
  }
}

/** The length of a document that the actor may open, as far as it is indexed; 0 before. */
async function tokensOfFile(
  trx: TenantTransaction,
  member: Member,
  roomId: RoomId,
  file: FileOfJob,
): Promise<number> {
  await requireFileOfJob(trx, member, { roomId, chatId: null }, file)
  const bases = await basesOfRoom(trx, member.accountId, roomId)
  const [indexed] = await filesOf(trx, member.accountId, [roomId, ...bases], [file.fileId])
  return indexed?.tokens ?? 0
}

const inCredits = ({ low, likely, high, max }: ReturnType<typeof likelyJobCost>): Costs => ({
  likelyCredits: credits(likely),
  lowCredits: credits(low),
  highCredits: credits(high),
  maxCredits: credits(max),
})
