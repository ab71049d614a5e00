import type { Box, Canvas, Colour, Distance } from './canvas.ts'

/** Where a figure stands: its middle and half its size, in pixels. */
export interface Place {
  x: number
  y: number
  size: number
}

/** Draws a figure at a place in a main colour, with a second for its details. */
export type Figure = (canvas: Canvas, place: Place, colour: Colour, detail: Colour) => void

const around = ({ x, y, size }: Place): Box => ({
  left: x - size,
  top: y - size,
  right: x + size,
  bottom: y + size,
})

const disc =
  ({ x, y, size }: Place): Distance =>
  (px, py) =>
    Math.hypot(px - x, py - y) - size

const rectangle = (box: Box): Distance => {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
  const [width, height] = [(box.right - box.left) / 2, (box.bottom - box.top) / 2]
  return (px, py) => Math.max(Math.abs(px - x) - width, Math.abs(py - y) - height)
}

/** A polygon of any form, by its corners. */
const polygon =
  (corners: [number, number][]): Distance =>
  (px, py) => {
    let inside = false
    let nearest = Infinity
    for (const [at, [x, y]] of corners.entries()) {
      const [fromX, fromY] = corners.at(at - 1) ?? [x, y]
      const [dx, dy] = [x - fromX, y - fromY]
      const along = Math.min(
        1,
        Math.max(0, ((px - fromX) * dx + (py - fromY) * dy) / (dx * dx + dy * dy || 1)),
      )
      nearest = Math.min(nearest, Math.hypot(px - fromX - along * dx, py - fromY - along * dy))
      if (y > py !== fromY > py && px < ((fromX - x) * (py - y)) / (fromY - y) + x) inside = !inside
    }
    return inside ? -nearest : nearest
  }

function regular({ x, y, size }: Place, corners: number, inner = 1): [number, number][] {
  return Array.from({ length: corners }, (_, at) => {
    const angle = (at / corners) * 2 * Math.PI - Math.PI / 2
    const radius = at % 2 === 0 ? size : size * inner
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })
}

export const circle: Figure = (canvas, place, colour) => canvas.fill(disc(place), around(place), colour)

export const square: Figure = (canvas, place, colour) => {
  const box = around({ ...place, size: place.size * 0.85 })
  canvas.fill(rectangle(box), box, colour)
}

export const triangle: Figure = (canvas, place, colour) =>
  canvas.fill(polygon(regular(place, 3)), around(place), colour)

export const star: Figure = (canvas, place, colour) =>
  canvas.fill(polygon(regular(place, 10, 0.42)), around(place), colour)

export const hexagon: Figure = (canvas, place, colour) =>
  canvas.fill(polygon(regular(place, 6)), around(place), colour)

export const sun: Figure = (canvas, place, colour) => {
  canvas.fill(polygon(regular(place, 32, 0.72)), around(place), colour, 0.55)
  circle(canvas, { ...place, size: place.size * 0.66 }, colour, colour)
}

export const moon: Figure = (canvas, place, colour) => {
  const whole = disc(place)
  const bite = disc({
    x: place.x + place.size * 0.45,
    y: place.y - place.size * 0.2,
    size: place.size * 0.85,
  })
  canvas.fill((x, y) => Math.max(whole(x, y), -bite(x, y)), around(place), colour)
}

export const heart: Figure = (canvas, { x, y, size }, colour) => {
  const corners = Array.from({ length: 60 }, (_, at): [number, number] => {
    const t = (at / 60) * 2 * Math.PI
    const [dx, dy] = [
      16 * Math.sin(t) ** 3,
      13 * Math.cos(t) - 5 * Math.cos(2 * t) - 2 * Math.cos(3 * t) - Math.cos(4 * t),
    ]
    return [x + (dx / 17) * size, y - (dy / 17) * size]
  })
  canvas.fill(polygon(corners), around({ x, y, size }), colour)
}

export const house: Figure = (canvas, { x, y, size }, colour, detail) => {
  const walls: Box = { left: x - size * 0.65, top: y - size * 0.1, right: x + size * 0.65, bottom: y + size }
  canvas.fill(rectangle(walls), walls, colour)
  canvas.fill(
    polygon([
      [x - size * 0.85, y - size * 0.1],
      [x, y - size],
      [x + size * 0.85, y - size * 0.1],
    ]),
    around({ x, y, size }),
    detail,
  )
  const door: Box = { left: x - size * 0.15, top: y + size * 0.45, right: x + size * 0.15, bottom: y + size }
  canvas.fill(rectangle(door), door, detail)
}

export const tree: Figure = (canvas, { x, y, size }, colour, detail) => {
  const trunk: Box = { left: x - size * 0.1, top: y + size * 0.2, right: x + size * 0.1, bottom: y + size }
  canvas.fill(rectangle(trunk), trunk, detail)
  for (const [dx, dy, part] of [
    [0, -0.4, 0.55],
    [-0.38, -0.02, 0.42],
    [0.38, -0.02, 0.42],
  ] as const) {
    circle(canvas, { x: x + dx * size, y: y + dy * size, size: part * size }, colour, colour)
  }
}

export const flower: Figure = (canvas, place, colour, detail) => {
  for (const [x, y] of regular({ ...place, size: place.size * 0.6 }, 6))
    circle(canvas, { x, y, size: place.size * 0.36 }, colour, colour)
  circle(canvas, { ...place, size: place.size * 0.34 }, detail, detail)
}

const sailWhite: Colour = [246, 240, 228]

export const boat: Figure = (canvas, { x, y, size }, colour, detail) => {
  const box = around({ x, y, size })
  canvas.fill(
    polygon([
      [x - size, y + size * 0.4],
      [x + size, y + size * 0.4],
      [x + size * 0.6, y + size * 0.85],
      [x - size * 0.6, y + size * 0.85],
    ]),
    box,
    colour,
  )
  canvas.fill(
    polygon([
      [x + size * 0.06, y - size * 0.92],
      [x + size * 0.06, y + size * 0.28],
      [x + size * 0.72, y + size * 0.28],
    ]),
    box,
    sailWhite,
  )
  canvas.fill(
    rectangle({ left: x - size * 0.04, top: y - size, right: x + size * 0.02, bottom: y + size * 0.42 }),
    box,
    detail,
  )
}

export const cloud: Figure = (canvas, { x, y, size }, colour) => {
  for (const [dx, dy, part] of [
    [-0.5, 0.1, 0.35],
    [0, -0.1, 0.48],
    [0.5, 0.1, 0.35],
  ] as const) {
    circle(canvas, { x: x + dx * size, y: y + dy * size, size: part * size }, colour, colour)
  }
}
