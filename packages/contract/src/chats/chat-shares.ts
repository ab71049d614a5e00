/** How a chat is shared with the people of its room: not at all, to read, or open for their questions. */
export const chatShares = ['none', 'read', 'open'] as const
export type ChatShare = (typeof chatShares)[number]

/**
 * How a person is related to a chat that they may read. Admins are those of its room: in a public room also the account's owner
 * and admins. To a chat that is not shared, an admin of its room is an outsider.
 */
export const chatRelations = ['owner', 'openAdmin', 'openMember', 'readAdmin', 'readMember'] as const
export type ChatRelation = (typeof chatRelations)[number]
