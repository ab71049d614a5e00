/** A job's place in the rotation: its lane, and its client within the lane. */
export type Turn<Lane extends string> = { lane: Lane; client: string }

export type QueueLimits = { perLane: number; perClient: number }

export type FairQueue<Lane extends string, Job> = {
  /** Adds a job; false when the lane, or the client's share of it, is full. */
  add(turn: Turn<Lane>, job: Job): boolean
  /** Removes and returns the next job; undefined when none waits. */
  next(): Job | undefined
}

/**
 * Creates a bounded queue in which a crowd delays nobody else: serves lanes in rotation, and the clients of a lane too, however
 * many jobs one of them has (round-robin fair queuing, Nagle, RFC 970).
 */
export function createFairQueue<Lane extends string, Job>(
  lanes: readonly Lane[],
  limits: QueueLimits,
): FairQueue<Lane, Job> {
  /** A map keeps its clients in the order of their turns. */
  const waiting = new Map(lanes.map((lane) => [lane, { count: 0, clients: new Map<string, Job[]>() }]))
  const rotation = [...lanes]

  return {
    add({ lane, client }, job) {
      const queue = waiting.get(lane)
      const own = queue?.clients.get(client) ?? []
      if (!queue || queue.count >= limits.perLane || own.length >= limits.perClient) return false
      own.push(job)
      queue.clients.set(client, own)
      queue.count += 1
      return true
    },
    next() {
      for (const lane of [...rotation]) {
        rotation.push(...rotation.splice(rotation.indexOf(lane), 1))
        const queue = waiting.get(lane)
        const [first] = queue?.clients ?? []
        if (!queue || !first) continue
        const [client, jobs] = first
        const job = jobs.shift()
        queue.clients.delete(client)
        if (jobs.length > 0) queue.clients.set(client, jobs)
        queue.count -= 1
        return job
      }
      return undefined
    },
  }
}
