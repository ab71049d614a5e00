import { contentFrom, keepShared } from '../lib/device/shared-content.ts'
import { openNotification, showPush } from './notify.ts'
import { offlineCacheName, type OfflineFiles, offlinePage } from './offline-files.ts'
import { type FetchEvent, scope } from './scope.ts'

/** Written by the build. */
declare const __OFFLINE_FILES__: OfflineFiles

/** The pages register this worker with their language. */
const language = new URL(scope.location.href).searchParams.get('language') ?? 'en'
const files = [...__OFFLINE_FILES__.shared, ...(__OFFLINE_FILES__.ofLanguage[language] ?? [])]
const cacheName = offlineCacheName(files)
/** Pages ask for these files with other headers than the service worker did; the files are the same for everybody. */
const kept = { cacheName, ignoreVary: true, ignoreSearch: true }

scope.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll(files))
      .then(() => scope.skipWaiting()),
  )
})

scope.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name))),
      )
      .then(() => scope.clients.claim()),
  )
})

/**
 * Pages always come from the server, so no update, maintenance or forced sign-out can be missed; only without a connection
 * is the page with the chats read last served instead. Calls of the API never pass through here.
 */
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== scope.location.origin) return
  if (request.mode === 'navigate') {
    if (request.method === 'POST' && pathname === '/share') event.respondWith(takeIn(event))
    else if (request.method === 'GET') event.respondWith(fromServer(request))
  } else if (request.method === 'GET' && files.includes(pathname)) event.respondWith(fromCache(request))
})

async function fromServer(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const page = await caches.match(offlinePage, kept)
    if (!page) throw error
    return page
  }
}

/** These files have their content's hash in their names, except the page itself, which only navigations show. */
const fromCache = async (request: Request): Promise<Response> =>
  (await caches.match(request, kept)) ?? (await fetch(request))

/** Keeps what another app shares, and leads to the page that puts it into a new chat. */
async function takeIn({ request }: FetchEvent): Promise<Response> {
  await keepShared(contentFrom(await request.formData()))
  return Response.redirect('/share', 303)
}

scope.addEventListener('push', (event) => event.waitUntil(showPush(event)))
scope.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event)))
