import { type Turn, type TurnId, type TurnOutline, withoutEmpty } from '@atrium/contract'

/** The position among alternatives, for ‹ 2/3 ›. */
export type Walk = {
  /** From 1. */
  index: number
  count: number
  /** The turn that previous and next open; null at either end. */
  previous: TurnId | null
  next: TurnId | null
}

/** A turn of a chat: loaded, or only in outline until it is needed. */
export type ListedTurn = { outline: TurnOutline; turn: Turn | null }

/** One turn of a branch, with links to its siblings. */
export type BranchStep = ListedTurn & {
  /** Versions of the question; null when there is only this one. */
  questions: Walk | null
  /** Answers to this question; null when there is only this one. */
  answers: Walk | null
  /** The columns of a comparison, this turn's among them; null outside one. */
  compared: ComparedStep[] | null
}

/** A column of a comparison: its newest answer, or this branch's, with links to the others of the column. */
export type ComparedStep = ListedTurn & { column: number; answers: Walk | null }

/** One turn as the screen shows it, with links to its siblings. */
export type PathStep = Pick<BranchStep, 'questions' | 'answers'> & { turn: Turn }

/** Turns by parent, each list in the order of arrival. The first turns of a chat have the parent null. */
type Children = Map<TurnId | null, ListedTurn[]>

/** A loaded turn in the form of an outlined one. */
export const asListed = (turn: Turn): ListedTurn => ({
  turn,
  outline: {
    turnId: turn.turnId,
    parentTurnId: turn.parentTurnId,
    position: turn.position,
    messageId: turn.question.messageId,
    words: turn.question.text.slice(0, 120),
    state: turn.state,
    isBlank: turn.state === 'failed' && withoutEmpty(turn.parts).length === 0,
    continuesTurnId: turn.continuesTurnId,
    comparison: turn.comparison,
    rating: turn.rating,
  },
})

/** `branchOf` for completely loaded turns. */
export const pathOf = (turns: readonly Turn[], currentTurnId: TurnId | null): PathStep[] =>
  branchOf(turns.map(asListed), currentTurnId).flatMap(({ turn, questions, answers }) =>
    turn === null ? [] : [{ turn, questions, answers }],
  )

/**
 * Returns the turns to show: from the first question down to `currentTurnId`, and on along the newest children. Without a current
 * turn, or with an unknown one, the newest branch.
 */
export function branchOf(turns: readonly ListedTurn[], currentTurnId: TurnId | null): BranchStep[] {
  const children = childrenOf(turns)
  const byId = new Map(turns.map((turn) => [turn.outline.turnId, turn]))
  const current = (currentTurnId === null ? undefined : byId.get(currentTurnId)) ?? newest(turns)
  if (current === undefined) return []
  const end = endOfBranch(children, current)
  const path: BranchStep[] = []
  for (
    let turn: ListedTurn | undefined = end;
    turn !== undefined;
    turn = turn.outline.parentTurnId === null ? undefined : byId.get(turn.outline.parentTurnId)
  ) {
    path.push(stepOf(children, turn))
  }
  return path.toReversed()
}

/** Stays the same while another answer of the same comparison is on the branch. */
export const rowOf = ({ outline }: Pick<BranchStep, 'outline'>): TurnId =>
  outline.comparison?.id ?? outline.turnId

/** Returns the end of the branch that starts with a turn: its newest child, that one's newest child, and so on. */
export function branchEnd(turns: readonly ListedTurn[], turnId: TurnId): TurnId {
  const turn = turns.find(({ outline }) => outline.turnId === turnId)
  return turn === undefined ? turnId : endOfBranch(childrenOf(turns), turn).outline.turnId
}

const childrenOf = (turns: readonly ListedTurn[]): Children => {
  const known = new Set<TurnId | null>(turns.map(({ outline }) => outline.turnId))
  const inOrder = turns.toSorted((one, other) => one.outline.position - other.outline.position)
  // A turn whose parent is missing starts a separate branch, instead of being lost.
  return Map.groupBy(inOrder, ({ outline }) =>
    known.has(outline.parentTurnId) ? outline.parentTurnId : null,
  )
}

const newest = (turns: readonly ListedTurn[]) =>
  turns.reduce<ListedTurn | undefined>(
    (best, turn) => (best === undefined || turn.outline.position > best.outline.position ? turn : best),
    undefined,
  )

function endOfBranch(children: Children, turn: ListedTurn): ListedTurn {
  let end = turn
  for (
    let child = children.get(end.outline.turnId)?.at(-1);
    child !== undefined;
    child = children.get(end.outline.turnId)?.at(-1)
  )
    end = child
  return end
}

function stepOf(children: Children, { outline, turn }: ListedTurn): BranchStep {
  // A turn whose parent is missing counts as a first turn.
  const listed = children.get(outline.parentTurnId) ?? children.get(null) ?? []
  const all = listed.map((one) => one.outline)
  const siblings = all.filter((sibling) => sibling.turnId === outline.turnId || worthShowing(sibling, all))
  const versions = Map.groupBy(siblings, (sibling) => sibling.messageId)
  const newestOfVersions = [...versions.values()].flatMap((answers) => answers.at(-1) ?? [])
  const version = newestOfVersions.findIndex((sibling) => sibling.messageId === outline.messageId)
  return {
    outline,
    turn,
    questions: walk(newestOfVersions, version),
    answers: outline.comparison === null ? walkTo(versions.get(outline.messageId) ?? [], outline) : null,
    compared: comparedWith(listed, outline),
  }
}

/** The columns of a turn's comparison, in order. */
function comparedWith(siblings: ListedTurn[], { turnId, comparison }: TurnOutline): ComparedStep[] | null {
  if (comparison === null) return null
  const members = siblings.filter(({ outline }) => outline.comparison?.id === comparison.id)
  const columns = Map.groupBy(members, ({ outline }) => outline.comparison?.column ?? 0)
  return [...columns]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([column, turns]) => {
      const shown = turns.find(({ outline }) => outline.turnId === turnId) ?? turns.at(-1)
      if (shown === undefined) return []
      const all = turns.map(({ outline }) => outline)
      const answers = all.filter((one) => one.turnId === shown.outline.turnId || worthShowing(one, all))
      return [{ ...shown, column, answers: walkTo(answers, shown.outline) }]
    })
}

const walkTo = (alternatives: TurnOutline[], { turnId }: TurnOutline): Walk | null =>
  walk(
    alternatives,
    alternatives.findIndex((one) => one.turnId === turnId),
  )

/** Skips attempts that failed without any text, and interrupted answers that another one completed. */
function worthShowing(turn: TurnOutline, siblings: TurnOutline[]): boolean {
  if (turn.state === 'failed') return !turn.isBlank
  return !siblings.some((other) => other.continuesTurnId === turn.turnId && other.state !== 'failed')
}

function walk(alternatives: TurnOutline[], at: number): Walk | null {
  if (alternatives.length < 2) return null
  return {
    index: at + 1,
    count: alternatives.length,
    previous: alternatives[at - 1]?.turnId ?? null,
    next: alternatives[at + 1]?.turnId ?? null,
  }
}
