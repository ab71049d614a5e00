import { isFields, listAt, type SearchProtocol } from '../search-service.ts'

/** SearXNG's JSON (https://docs.searxng.org/dev/search_api.html). An instance has to allow it: `search.formats` in its settings. */
export const searxng: SearchProtocol = {
  request: ({ baseUrl, key }, query) => ({
    url: `${baseUrl}/search?${new URLSearchParams({ q: query, format: 'json' })}`,
    headers: { accept: 'application/json', ...(key && { authorization: `Bearer ${key.reveal()}` }) },
  }),
  hitsIn: (reply) =>
    isFields(reply)
      ? (listAt(reply, 'results')?.map(({ url, title, content, publishedDate }) => ({
          url,
          title,
          description: content,
          published: publishedDate,
        })) ?? null)
      : null,
  // The format is off, or the instance's limiter refuses.
  problems: { 403: 'MALFORMED' },
}
