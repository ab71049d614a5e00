import type { AutoDecision } from './auto-decision.ts'
import { decideAgain } from './auto-decision.ts'

/** A decision of Auto with its outcome. */
export interface DecisionRecord {
  decision: AutoDecision
  /** The model that answered; a fallback when the chosen one failed before its first word. */
  answeredBy: string | null
  state: string
  rating: 'up' | 'down' | null
  creditsChargedMilli: number
}

/** How a model did when Auto chose it. Credits are in thousandths. */
export interface ChosenModel {
  modelId: string
  chosen: number
  failed: number
  up: number
  down: number
  chargedMilli: number
}

export interface ReplayReport {
  decisions: number
  /** Decisions that today's rules would repeat. */
  same: number
  byReason: Map<string, number>
  byModel: ChosenModel[]
  /** Decisions that today's rules would change: from which model to which, why, and how often; most frequent first. */
  changed: { from: string; to: string; reason: string; count: number }[]
}

/** Repeats every stored decision with today's rules, from what was known then, and counts the outcomes. */
export function createReplay() {
  const byReason = new Map<string, number>()
  const byModel = new Map<string, ChosenModel>()
  const changed = new Map<string, ReplayReport['changed'][number]>()
  let decisions = 0
  return {
    add(record: DecisionRecord): void {
      const { modelId, reason } = record.decision
      decisions += 1
      byReason.set(reason, (byReason.get(reason) ?? 0) + 1)
      count(byModel, record)
      const now = decideAgain(record.decision) ?? { modelId: '(none)', reason: 'ONLY_MODEL' }
      if (now.modelId === modelId) return
      const key = `${modelId} ${now.modelId} ${now.reason}`
      const seen = changed.get(key)
      changed.set(key, { from: modelId, to: now.modelId, reason: now.reason, count: (seen?.count ?? 0) + 1 })
    },
    report(): ReplayReport {
      const differing = [...changed.values()].toSorted((one, other) => other.count - one.count)
      return {
        decisions,
        same: decisions - differing.reduce((sum, change) => sum + change.count, 0),
        byReason: new Map([...byReason].toSorted(([, one], [, other]) => other - one)),
        byModel: [...byModel.values()].toSorted((one, other) => other.chosen - one.chosen),
        changed: differing,
      }
    },
  }
}

function count(byModel: Map<string, ChosenModel>, record: DecisionRecord): void {
  const { modelId } = record.decision
  const { answeredBy, state, rating, creditsChargedMilli } = record
  const model = byModel.get(modelId) ?? { modelId, chosen: 0, failed: 0, up: 0, down: 0, chargedMilli: 0 }
  byModel.set(modelId, model)
  model.chosen += 1
  const isItsOwn = answeredBy === modelId
  if (!isItsOwn || state === 'failed') model.failed += 1
  // Ratings and prices belong to the answering model, not to the chosen one.
  if (!isItsOwn) return
  if (rating) model[rating] += 1
  model.chargedMilli += creditsChargedMilli
}

/** The report for a terminal. */
export function reportText({ decisions, same, byReason, byModel, changed }: ReplayReport): string {
  if (decisions === 0) return 'Auto has chosen no model in this time.'
  const share = (part: number) => `${Math.round((part / decisions) * 100)} %`
  return [
    `Auto chose ${decisions} times. Today's rules would choose the same ${same} times (${share(same)}).`,
    '',
    'Why',
    ...table([...byReason].map(([reason, times]) => [reason, String(times), share(times)])),
    '',
    'Chosen model, times, failed before its first word or without an answer, rated up, rated down, credits per answer',
    ...table(
      byModel.map(({ modelId, chosen, failed, up, down, chargedMilli }) => [
        modelId,
        String(chosen),
        String(failed),
        String(up),
        String(down),
        (chargedMilli / 1000 / Math.max(1, chosen - failed)).toFixed(3),
      ]),
    ),
    ...(changed.length > 0
      ? [
          '',
          'What would be chosen otherwise today',
          ...table(
            changed.map(({ from, to, reason, count: times }) => [`${from} → ${to}`, reason, String(times)]),
          ),
        ]
      : []),
  ].join('\n')
}

/** Formats rows in aligned columns. */
function table(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map(
    (row) =>
      `  ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ')}`,
  )
}
