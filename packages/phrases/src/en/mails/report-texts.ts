/** Texts that the server writes into reports of data analyses. */
export default {
  method: 'How this was computed',
  methodText:
    'Atrium ran each query below on {{files}}. Every number in the tables comes from these queries. The model wrote the queries and the text.',
  query: '{{analysis}} Rows in the result: {{count}}.',
  noRows: 'The query returned no rows.',
  firstRows: 'The first {{shown}} of {{count}} rows.',
} as const
