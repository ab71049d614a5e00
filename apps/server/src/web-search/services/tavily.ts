import { listAt, type SearchProtocol } from '../search-service.ts'

/** Tavily's search (https://docs.tavily.com/documentation/api-reference/endpoint/search). */
export const tavily: SearchProtocol = {
  request: ({ baseUrl, key }, query, count) => ({
    url: `${baseUrl}/search`,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(key && { authorization: `Bearer ${key.reveal()}` }),
    },
    body: JSON.stringify({ query, max_results: count, search_depth: 'basic' }),
  }),
  hitsIn: (reply) =>
    listAt(reply, 'results')?.map(({ url, title, content, published_date }) => ({
      url,
      title,
      description: content,
      published: published_date,
    })) ?? null,
  // The limit of the plan, and of pay as you go.
  problems: { 432: 'RATE_LIMITED', 433: 'RATE_LIMITED' },
}
