type Message = {
  role: string
  text?: string
  content?: object
  at?: number
  model?: string
  hidden?: boolean
  recipient?: string
}

/** A node of a conversation in ChatGPT's `conversations.json`. */
export const aNode = (id: string, parent: string | null, message: Message | null): [string, object] => [
  id,
  {
    id,
    parent,
    children: [],
    message: message && {
      id,
      author: { role: message.role, name: null, metadata: {} },
      create_time: message.at ?? 1_714_979_289.5,
      update_time: null,
      content: message.content ?? { content_type: 'text', parts: [message.text ?? ''] },
      status: 'finished_successfully',
      end_turn: true,
      weight: 1,
      recipient: message.recipient ?? 'all',
      metadata: {
        ...(message.model && { model_slug: message.model }),
        ...(message.hidden && { is_visually_hidden_from_conversation: true }),
      },
    },
  },
]

export const aConversation = (nodes: ReturnType<typeof aNode>[], changes: object = {}) => ({
  title: 'Old drinks',
  create_time: 1_714_979_280,
  update_time: 1_714_979_400,
  mapping: Object.fromEntries(nodes) as object,
  current_node: nodes.at(-1)?.[0],
  conversation_id: '6638b1d0-0000-4000-8000-000000000001',
  is_archived: false,
  default_model_slug: 'gpt-4o',
  ...changes,
})

/** A chat with a hidden beginning, two answers to one question, an edited question, a tool and a picture. */
export const branchedConversation = (changes: object = {}) =>
  aConversation(
    [
      aNode('root', null, null),
      aNode('system', 'root', { role: 'system', text: '', hidden: true }),
      aNode('context', 'system', {
        role: 'user',
        content: { content_type: 'user_editable_context', user_profile: 'I like tea.' },
        hidden: true,
      }),
      aNode('q1', 'context', { role: 'user', text: 'Which is older, tea or coffee?' }),
      aNode('a1', 'q1', { role: 'assistant', text: 'Tea.', model: 'gpt-4' }),
      aNode('a2', 'q1', { role: 'assistant', text: 'Let me look.', model: 'gpt-4o', at: 1_714_979_300 }),
      aNode('a2-call', 'a2', {
        role: 'assistant',
        content: { content_type: 'code', language: 'python', text: 'print(1)' },
        recipient: 'python',
      }),
      aNode('a2-tool', 'a2-call', {
        role: 'tool',
        content: { content_type: 'execution_output', text: '1' },
      }),
      aNode('a2-end', 'a2-tool', {
        role: 'assistant',
        text: 'Tea, by far.',
        model: 'gpt-4o',
        at: 1_714_979_310,
      }),
      aNode('q2', 'a2-end', {
        role: 'user',
        content: {
          content_type: 'multimodal_text',
          parts: [
            { content_type: 'image_asset_pointer', asset_pointer: 'file-service://x' },
            'What is this? \u0000',
          ],
        },
        at: 1_714_979_320,
      }),
      aNode('q1-edited', 'context', {
        role: 'user',
        text: 'Which is older, tea or water?',
        at: 1_714_979_390,
      }),
      aNode('a3', 'q1-edited', { role: 'assistant', text: 'Water.', model: 'gpt-4o', at: 1_714_979_395 }),
    ],
    { current_node: 'q2', ...changes },
  )
