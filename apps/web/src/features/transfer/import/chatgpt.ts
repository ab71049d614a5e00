import { type ImportedChat, type ImportedTurn, limits } from '@atrium/contract'
import type { ChatsFile } from './import-types.ts'
import { faultOf, isObject, type Json, line, moment, textIn } from './tidy.ts'

/** The supported part of a message of a ChatGPT export, in the tree of its conversation. */
type Node = {
  id: string
  parent: string | null
  children: string[]
  role: string
  /** Its visible text; empty for hidden messages, tools and unknown kinds. */
  text: string
  askedAt: string | null
  modelName: string | null
}
type Tree = { nodes: Map<string, Node>; leftOut: number }
/** Whether a file's content looks like conversations of ChatGPT. */
export const isChatGptExport = (content: unknown): content is unknown[] =>
  Array.isArray(content) && content.some((item) => isObject(item) && isObject(item.mapping))

/** The chats of a ChatGPT export; each is parsed separately, so that a broken one doesn't affect others. */
export function readChatGptExport(conversations: readonly unknown[]): ChatsFile {
  const file: ChatsFile = { source: 'chatgpt', chats: [], skipped: [], leftOut: 0 }
  for (const [index, conversation] of conversations.entries()) {
    if (!isObject(conversation) || !isObject(conversation.mapping)) {
      file.skipped.push({ title: titleOf(conversation), reason: 'unreadable' })
      continue
    }
    const tree = treeOf(conversation.mapping)
    const chat = chatOf(conversation, tree, index)
    const reason = chat === null ? 'tooLong' : faultOf(chat)
    if (chat !== null && reason === null) {
      file.chats.push(chat)
      file.leftOut += tree.leftOut
    } else file.skipped.push({ title: titleOf(conversation), reason: reason ?? 'unreadable' })
  }
  return file
}

const titleOf = (conversation: unknown): string =>
  isObject(conversation) ? line(textIn(conversation.title), limits.chatTitleCharacters) : ''

/** Null if it exceeds the maximum length of a chat. */
function chatOf(conversation: Json, tree: Tree, index: number): ImportedChat | null {
  const createdAt = momentOf(conversation.create_time) ?? momentOf(conversation.update_time)
  const read = turnsOf(tree, createdAt ?? new Date(0).toISOString())
  if (read === null) return null
  const { turns, turnOfNode } = read
  const id = textIn(conversation.conversation_id) || textIn(conversation.id) || `conversation ${index + 1}`
  const first = turns[0]
  return {
    sourceId: line(id, 200) || `conversation ${index + 1}`,
    title: titleOf(conversation) || line(first?.question ?? '', 60),
    createdAt: createdAt ?? first?.askedAt ?? new Date(0).toISOString(),
    isStarred: conversation.is_starred === true,
    labels: [],
    currentTurn: turnOfNode.get(textIn(conversation.current_node)) ?? null,
    turns,
  }
}

/** Seconds since 1970, the export's time format. */
const momentOf = (value: unknown): string | null => (typeof value === 'number' ? moment(value * 1000) : null)

function treeOf(mapping: Json): Tree {
  const tree: Tree = { nodes: new Map(), leftOut: 0 }
  for (const [id, entry] of Object.entries(mapping)) {
    if (!isObject(entry)) continue
    const message = isObject(entry.message) ? entry.message : {}
    const metadata = isObject(message.metadata) ? message.metadata : {}
    const author = isObject(message.author) ? message.author : {}
    const read = textOf(message)
    // Messages to tools and hidden messages are not part of the conversation.
    const isShown =
      metadata.is_visually_hidden_from_conversation !== true &&
      (message.recipient === undefined || message.recipient === 'all')
    tree.leftOut += isShown ? read.leftOut : 0
    const model = line(textIn(metadata.model_slug), 200)
    tree.nodes.set(id, {
      id,
      parent: typeof entry.parent === 'string' ? entry.parent : null,
      children: [],
      role: textIn(author.role),
      text: isShown ? read.text : '',
      askedAt: momentOf(message.create_time),
      modelName: model === '' ? null : model,
    })
  }
  // Uses only the parents: inconsistent lists of children could form a cycle.
  for (const node of tree.nodes.values())
    if (node.parent !== null) tree.nodes.get(node.parent)?.children.push(node.id)
  return tree
}

/** The text of a message; unknown kinds, pictures and tool results count as omitted. */
function textOf(message: Json): { text: string; leftOut: number } {
  const content = isObject(message.content) ? message.content : {}
  switch (content.content_type) {
    case 'text':
    case 'multimodal_text': {
      const parts = Array.isArray(content.parts) ? content.parts : []
      const texts = parts.map((part) => (isObject(part) ? textIn(part.text) : textIn(part))).filter(Boolean)
      const leftOut = parts.filter((part) => isObject(part) && textIn(part.text) === '').length
      return { text: texts.join('\n\n'), leftOut }
    }
    case 'code':
      return { text: fenced(textIn(content.text), textIn(content.language)), leftOut: 0 }
    case undefined:
    case 'user_editable_context':
    case 'model_editable_context':
    case 'thoughts':
    case 'reasoning_recap':
      return { text: '', leftOut: 0 }
    default:
      return { text: '', leftOut: 1 }
  }
}

/** A code block with a fence longer than any in the code. */
function fenced(code: string, language: string): string {
  if (code.trim() === '') return ''
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const name = /^[\w+#.-]{1,30}$/.test(language) && language !== 'unknown' ? language : ''
  return `${fence}${name}\n${code}\n${fence}`
}

/** The path from the root, newest first: branches share it. */
type Chain<Value> = { value: Value; before: Chain<Value> } | null

function inOrder<Value>(chain: Chain<Value>): Value[] {
  const values: Value[] = []
  for (let link = chain; link !== null; link = link.before) values.push(link.value)
  return values.toReversed()
}

/** On the way down: the last closed turn and the unanswered question. */
type Place = {
  node: Node
  parent: number | null
  asked: { node: Node; firstAnswer: { turn: number | null } } | null
  answer: Chain<string>
  answeredAt: string | null
  modelName: string | null
  /** The nodes of the current turn. */
  members: Chain<string>
}

/**
 * The turns of a tree: each question with each of its answers, after its parent turn. Iterative, because the file determines the depth.
 * Null if it exceeds the maximum size of a chat.
 */
function turnsOf(
  { nodes }: Tree,
  fallback: string,
): { turns: ImportedTurn[]; turnOfNode: Map<string, number> } | null {
  const turns: ImportedTurn[] = []
  const turnOfNode = new Map<string, number>()
  const open: Place[] = []
  const nothing = {
    parent: null,
    asked: null,
    answer: null,
    answeredAt: null,
    modelName: null,
    members: null,
  }
  const roots = [...nodes.values()].filter(({ parent }) => parent === null || !nodes.has(parent))
  for (const node of roots.toReversed()) open.push({ node, ...nothing })

  let characters = 0
  const close = (place: Place): number | null => {
    const { asked, answer, parent } = place
    if (asked === null) return parent
    const { firstAnswer } = asked
    const text = inOrder(answer).join('\n\n')
    characters += text.length
    turns.push({
      parent,
      sameQuestionAs: firstAnswer.turn,
      question: asked.node.text,
      askedAt: asked.node.askedAt ?? fallback,
      modelName: place.modelName,
      state: text === '' ? 'stopped' : 'answered',
      reasoning: '',
      answer: text,
      answeredAt: place.answeredAt,
      rating: null,
    })
    const turn = turns.length - 1
    firstAnswer.turn ??= turn
    for (const member of inOrder(place.members)) turnOfNode.set(member, turn)
    return turn
  }

  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { node } = place
    const isQuestion = node.role === 'user' && node.text.trim() !== ''
    if (isQuestion) {
      const parent = close(place)
      place = {
        ...place,
        ...nothing,
        node,
        parent,
        asked: { node, firstAnswer: { turn: null } },
        members: { value: node.id, before: null },
      }
    } else {
      const isAnswer = node.role === 'assistant' && node.text.trim() !== ''
      place = {
        ...place,
        answer: isAnswer ? { value: node.text, before: place.answer } : place.answer,
        answeredAt: isAnswer ? (node.askedAt ?? place.answeredAt) : place.answeredAt,
        modelName: node.role === 'assistant' ? (node.modelName ?? place.modelName) : place.modelName,
        members: { value: node.id, before: place.members },
      }
    }
    if (turns.length > limits.maxImportedTurns || characters > limits.importBodyBytes) return null
    const children = node.children.flatMap((id) => nodes.get(id) ?? [])
    const [follows, goesOn] = split(children)
    // Questions after one answer follow the same turn, which is closed once, before them.
    const closed = children.length === 0 || follows.length > 0 ? close(place) : null
    for (const child of follows.toReversed()) open.push({ ...place, ...nothing, node: child, parent: closed })
    for (const child of goesOn.toReversed()) open.push({ ...place, node: child })
  }
  return { turns, turnOfNode }
}

const split = (children: readonly Node[]): [follows: Node[], goesOn: Node[]] => {
  const isQuestion = ({ role, text }: Node) => role === 'user' && text.trim() !== ''
  return [children.filter(isQuestion), children.filter((child) => !isQuestion(child))]
}
