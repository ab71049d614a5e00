/** Problems that the server found in the models: the index of the model among the offered ones, and its field. */
export type ModelIssues = { place: number; field: string }[]
