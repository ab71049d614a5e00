// A file of its own: the first page reads addresses with it, and loads no schema for that.

/** Who has a template: its owner alone, a room, the account, or everybody (Atrium's own library). */
export const promptHomes = ['mine', 'room', 'account', 'atrium'] as const
/** The lists of the Question Library (LIB-01). */
export const promptSources = ['starred', ...promptHomes] as const
