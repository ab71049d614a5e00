/** Attribute of the searchable parts of a turn: the texts of question and answer. A file of its own, since only the search needs the rest. */
export const findable = 'data-findable'
