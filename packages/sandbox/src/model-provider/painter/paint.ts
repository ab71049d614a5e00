import { chooserFor, type Chooser } from '../language/seed.ts'
import { Canvas, mix, type Colour } from './canvas.ts'
import { circle, flower, hexagon, square, star, triangle, type Figure, type Place } from './shapes.ts'
import { colourWords, landWords, thingWords } from './vocabulary.ts'

export interface PictureOrder {
  prompt: string
  /** In pixels. */
  width: number
  height: number
  /** Another picture of the same prompt for each number. */
  variant: number
}

const palettes: Colour[][] = [
  [
    [38, 70, 83],
    [42, 157, 143],
    [233, 196, 106],
    [231, 111, 81],
  ],
  [
    [29, 53, 87],
    [69, 123, 157],
    [168, 218, 220],
    [230, 57, 70],
  ],
  [
    [61, 52, 139],
    [118, 120, 237],
    [247, 184, 1],
    [241, 135, 1],
  ],
  [
    [45, 80, 60],
    [120, 160, 110],
    [226, 220, 190],
    [190, 108, 60],
  ],
]
const anyFigures: Figure[] = [circle, square, triangle, star, hexagon, flower]
const white: Colour = [255, 255, 255]
const nightBlue: Colour = [22, 28, 58]

/** Draws a PNG of the prompt's colors and objects (sea, mountains, night); the rest is random. */
export function paint({ prompt, width, height, variant }: PictureOrder): Buffer {
  const chooser = chooserFor(`${variant}/${prompt}`)
  const named = colourWords.filter(([word]) => word.test(prompt)).map(([, colour]) => colour)
  const palette =
    named.length === 0
      ? chooser.one(palettes)
      : [...named, ...named.map((colour) => mix(colour, white, 0.45))]
  const canvas = new Canvas(width, height)
  paintSky(canvas, prompt, palette, chooser)
  paintLand(canvas, prompt, palette, chooser)
  paintThings(canvas, prompt, palette, chooser)
  return canvas.toPng()
}

function paintSky(canvas: Canvas, prompt: string, palette: Colour[], chooser: Chooser): void {
  const first = palette[0] ?? white
  if (!landWords.night.test(prompt))
    return canvas.gradient(mix(first, white, 0.55), mix(palette.at(-1) ?? first, white, 0.82))
  canvas.gradient(nightBlue, mix(nightBlue, [92, 84, 150], 0.6))
  for (let left = 60; left > 0; left--) {
    const size = canvas.width * (0.001 + chooser.fraction() * 0.002)
    circle(
      canvas,
      { x: chooser.fraction() * canvas.width, y: chooser.fraction() * canvas.height * 0.6, size },
      white,
      white,
    )
  }
}

/** Waves or ridges one behind the other, the nearer the darker. */
function paintLand(canvas: Canvas, prompt: string, palette: Colour[], chooser: Chooser): void {
  const isSea = landWords.sea.test(prompt)
  const hasMountains = landWords.mountains.test(prompt)
  const base: Colour = isSea ? [46, 112, 160] : (palette[1] ?? [90, 120, 100])
  if (hasMountains)
    paintRidges(canvas, chooser, {
      from: 0.42,
      rise: 0.2,
      layers: 3,
      colour: mix(base, [70, 80, 110], 0.5),
      sharp: true,
    })
  paintRidges(canvas, chooser, {
    from: 0.7,
    rise: isSea ? 0.012 : 0.06,
    layers: 3,
    colour: base,
    sharp: false,
  })
}

interface Ridges {
  /** Start and rise of the farthest range, as shares of the height. */
  from: number
  rise: number
  layers: number
  colour: Colour
  sharp: boolean
}

function paintRidges(canvas: Canvas, chooser: Chooser, { from, rise, layers, colour, sharp }: Ridges): void {
  const { width, height } = canvas
  for (let layer = 0; layer < layers; layer++) {
    const bends = [1, 2, 4].map((pace) => ({
      pace: pace * (1 + chooser.fraction()),
      start: chooser.fraction() * 7,
      part: 1 / pace,
    }))
    const wave = (turn: number) => (sharp ? (2 / Math.PI) * Math.asin(Math.sin(turn)) : Math.sin(turn))
    const edge = Array.from({ length: width + 2 }, (_, x) => {
      const bend = bends.reduce(
        (sum, { pace, start, part }) => sum + part * wave((x / width) * pace * Math.PI + start),
        0,
      )
      return height * (from + layer * 0.09 - rise * bend * 0.6)
    })
    const box = { left: 0, top: height * (from + layer * 0.09 - rise * 1.1), right: width, bottom: height }
    const shade = mix(
      mix(colour, white, 0.4),
      mix(colour, [0, 0, 0], 0.25),
      layers === 1 ? 1 : layer / (layers - 1),
    )
    canvas.fill((x, y) => (edge[Math.floor(x)] ?? height) - y, box, shade)
  }
}

function paintThings(canvas: Canvas, prompt: string, palette: Colour[], chooser: Chooser): void {
  const named = thingWords.filter(({ word }) => word.test(prompt))
  const things =
    named.length > 0
      ? named
      : chooser.some(anyFigures, 3).map((figure): (typeof thingWords)[number] => ({ word: /$/, figure }))
  let coloured = 0
  for (const [at, { figure, inTheSky, colour }] of things.entries()) {
    const place = placeOf(canvas, chooser, at, things.length, inTheSky === true)
    // The prompt's colors apply to objects without a fixed color.
    const main = colour ?? palette[coloured++ % palette.length] ?? white
    figure(canvas, place, main, mix(main, [60, 40, 36], 0.55))
  }
}

/** The things stand side by side, so that each can be seen, and a little out of line. */
function placeOf(
  { width, height }: Canvas,
  chooser: Chooser,
  at: number,
  howMany: number,
  inTheSky: boolean,
): Place {
  const size =
    Math.min(width / (howMany + 1), height) * (inTheSky ? 0.26 : 0.4) * (0.85 + chooser.fraction() * 0.3)
  const x = width * ((at + 0.5 + (chooser.fraction() - 0.5) * 0.3) / howMany)
  const y = height * (inTheSky ? 0.2 + chooser.fraction() * 0.12 : 0.66 + chooser.fraction() * 0.1)
  return { x, y, size }
}
