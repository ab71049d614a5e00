import { isFields, listAt, type SearchProtocol } from '../search-service.ts'

/** Brave's web search (https://api-dashboard.search.brave.com/documentation). A reply without results has no `web`. */
export const brave: SearchProtocol = {
  request: ({ baseUrl, key }, query, count) => ({
    url: `${baseUrl}/web/search?${new URLSearchParams({ q: query, count: String(count), text_decorations: 'false', result_filter: 'web' })}`,
    headers: { accept: 'application/json', ...(key && { 'x-subscription-token': key.reveal() }) },
  }),
  hitsIn(reply) {
    if (!isFields(reply) || reply['type'] !== 'search') return null
    if (reply['web'] === undefined || reply['web'] === null) return []
    return (
      listAt(reply, 'web', 'results')?.map(({ url, title, description, page_age }) => ({
        url,
        title,
        description,
        published: page_age,
      })) ?? null
    )
  },
  // An unknown subscription token.
  problems: { 422: 'KEY_REFUSED' },
}
