import type { CampaignWorld } from './campaign-world.ts'

/** Chats with an answer but without a generated title after a timeout; none if every job completed. */
export async function chatsWithoutTitle(world: CampaignWorld, timeoutMs: number): Promise<string[]> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const { rows } = await world.database.pool.query<{ id: string }>(
      `select chat.id from chat join turn on turn.chat_id = chat.id and turn.position = 1
      where turn.parts <> '[]' and chat.title_source = 'none'`,
    )
    if (rows.length === 0 || Date.now() > deadline) return rows.map(({ id }) => id)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
