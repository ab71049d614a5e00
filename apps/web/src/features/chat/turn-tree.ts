import { type Turn, type TurnId, withoutEmpty } from '@atrium/contract'

/** Where one stands among alternatives, for ‹ 2/3 ›. */
export type Walk = {
  /** From 1. */
  index: number
  count: number
  /** The turn that opens when going back or on; null at either end. */
  previous: TurnId | null
  next: TurnId | null
}

/** One turn as the screen shows it, with the ways to its siblings. */
export type PathStep = {
  turn: Turn
  /** Among the versions of the question; null when there is only this one. */
  questions: Walk | null
  /** Among the answers to this question; null when there is only this one. */
  answers: Walk | null
}

/** Turns by their parent, each list in the order of arrival. The first turns of a chat have the parent null. */
type Children = Map<TurnId | null, Turn[]>

/**
 * The turns to show: from the first question down to `currentTurnId`, and on along the newest children. Without a
 * current turn, or with one that is not there, the newest branch.
 */
export function pathOf(turns: readonly Turn[], currentTurnId: TurnId | null): PathStep[] {
  const children = childrenOf(turns)
  const byId = new Map(turns.map((turn) => [turn.turnId, turn]))
  const current = (currentTurnId === null ? undefined : byId.get(currentTurnId)) ?? newest(turns)
  if (current === undefined) return []
  const end = endOfBranch(children, current)
  const path: PathStep[] = []
  for (
    let turn: Turn | undefined = end;
    turn !== undefined;
    turn = turn.parentTurnId === null ? undefined : byId.get(turn.parentTurnId)
  ) {
    path.unshift(stepOf(children, turn))
  }
  return path
}

/** The end of the branch that begins with a turn: its newest child, that one's newest child, and so on. */
export function branchEnd(turns: readonly Turn[], turnId: TurnId): TurnId {
  const turn = turns.find((other) => other.turnId === turnId)
  return turn === undefined ? turnId : endOfBranch(childrenOf(turns), turn).turnId
}

const childrenOf = (turns: readonly Turn[]): Children => {
  const known = new Set<TurnId | null>(turns.map((turn) => turn.turnId))
  const inOrder = turns.toSorted((one, other) => one.position - other.position)
  // A turn whose parent is not there begins a branch of its own, rather than being lost.
  return Map.groupBy(inOrder, (turn) => (known.has(turn.parentTurnId) ? turn.parentTurnId : null))
}

const newest = (turns: readonly Turn[]) =>
  turns.reduce<Turn | undefined>(
    (best, turn) => (best === undefined || turn.position > best.position ? turn : best),
    undefined,
  )

function endOfBranch(children: Children, turn: Turn): Turn {
  let end = turn
  for (
    let child = children.get(end.turnId)?.at(-1);
    child !== undefined;
    child = children.get(end.turnId)?.at(-1)
  )
    end = child
  return end
}

function stepOf(children: Children, turn: Turn): PathStep {
  // A turn whose parent is not there stands among the first turns.
  const all = children.get(turn.parentTurnId) ?? children.get(null) ?? []
  const siblings = all.filter((sibling) => sibling.turnId === turn.turnId || worthShowing(sibling, all))
  const versions = Map.groupBy(siblings, (sibling) => sibling.question.messageId)
  const newestOfVersions = [...versions.values()].flatMap((answers) => answers.at(-1) ?? [])
  const version = newestOfVersions.findIndex(
    (sibling) => sibling.question.messageId === turn.question.messageId,
  )
  const answers = versions.get(turn.question.messageId) ?? []
  return {
    turn,
    questions: walk(newestOfVersions, version),
    answers: walk(
      answers,
      answers.findIndex((sibling) => sibling.turnId === turn.turnId),
    ),
  }
}

/** A try that failed without a word is not worth walking to, nor an interrupted answer that another one made whole. */
function worthShowing(turn: Turn, siblings: Turn[]): boolean {
  if (turn.state === 'failed') return withoutEmpty(turn.parts).length > 0
  return !siblings.some((other) => other.continuesTurnId === turn.turnId && other.state !== 'failed')
}

function walk(alternatives: Turn[], at: number): Walk | null {
  if (alternatives.length < 2) return null
  return {
    index: at + 1,
    count: alternatives.length,
    previous: alternatives[at - 1]?.turnId ?? null,
    next: alternatives[at + 1]?.turnId ?? null,
  }
}
