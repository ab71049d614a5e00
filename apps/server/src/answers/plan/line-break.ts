/** Everything that a model may take for a line break. */
export const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/
