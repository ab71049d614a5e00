import type { Colour } from './canvas.ts'
import * as shapes from './shapes.ts'

/** Colour words of the five languages (as patterns) and their colours. */
export const colourWords: [RegExp, Colour][] = [
  [/\bred\b|rouge|\bđỏ|红|أحمر|حمراء/iu, [214, 62, 62]],
  [/\borange\b|màu cam|\bcam\b|橙|برتقالي/iu, [236, 138, 52]],
  [/\byellow\b|jaune|vàng|黄|أصفر|صفراء/iu, [244, 201, 72]],
  [/\bgold(?:en)?\b|\bdoré|金色|ذهبي/iu, [218, 165, 62]],
  [/\bgreen\b|\bverte?s?\b|xanh lá|xanh lục|绿|أخضر|خضراء/iu, [74, 158, 98]],
  [/\bblue\b|\bbleue?s?\b|xanh dương|xanh lam|xanh da trời|蓝|أزرق|زرقاء/iu, [58, 112, 201]],
  [/\b(?:turquoise|teal|cyan)\b|lam ngọc|青|فيروزي/iu, [48, 166, 170]],
  [/\b(?:purple|violet)\b|\bviolette?s?\b|\btím|紫|بنفسجي/iu, [128, 84, 178]],
  [/\bpink\b|\brose\b|\bhồng|粉|وردي/iu, [236, 132, 168]],
  [/\bbrown\b|\bmarron|\bbrune?\b|\bnâu|棕|بني/iu, [134, 94, 66]],
  [/\bblack\b|\bnoire?s?\b|\bđen\b|黑|أسود|سوداء/iu, [32, 34, 42]],
  [/\bwhite\b|\bblanc(?:he)?s?\b|\btrắng|白|أبيض|بيضاء/iu, [248, 246, 240]],
  [/\bgr[ea]y\b|\bgrise?\b|\bxám|灰|رمادي/iu, [140, 146, 156]],
]

/** Words for things, the figure that draws them, whether they belong in the sky, and their own colour where they have one. */
export const thingWords: { word: RegExp; figure: shapes.Figure; inTheSky?: true; colour?: Colour }[] = [
  {
    word: /\bsun(?:rise|set|ny)?\b|soleil|mặt trời|太阳|日出|日落|شمس/iu,
    figure: shapes.sun,
    inTheSky: true,
    colour: [250, 196, 84],
  },
  {
    word: /\bmoon\b|\blune\b|mặt trăng|月|قمر/iu,
    figure: shapes.moon,
    inTheSky: true,
    colour: [244, 236, 208],
  },
  {
    word: /\bstars?\b|étoile|ngôi sao|星|نجم|نجوم/iu,
    figure: shapes.star,
    inTheSky: true,
    colour: [250, 214, 110],
  },
  {
    word: /\bclouds?\b|nuage|đám mây|云|سحاب|غيوم/iu,
    figure: shapes.cloud,
    inTheSky: true,
    colour: [250, 250, 252],
  },
  { word: /\bhouses?\b|\bhome\b|maison|ngôi nhà|căn nhà|房|屋|بيت|منزل/iu, figure: shapes.house },
  {
    word: /\btrees?\b|forest|arbre|forêt|\bcây|rừng|树|林|شجر|غابة/iu,
    figure: shapes.tree,
    colour: [74, 142, 92],
  },
  { word: /\bflowers?\b|\bfleurs?\b|\bhoa\b|花|زهر|ورود/iu, figure: shapes.flower },
  { word: /\b(?:boats?|ships?|sail\w*)\b|bateau|voilier|thuyền|船|قارب|سفينة/iu, figure: shapes.boat },
  { word: /\bhearts?\b|c(?:œ|oe)ur|trái tim|心|قلب/iu, figure: shapes.heart, colour: [222, 78, 104] },
  {
    word: /\b(?:circles?|balls?|planets?)\b|cercle|balle|hình tròn|quả bóng|圆|球|دائرة|كرة|كوكب/iu,
    figure: shapes.circle,
  },
  { word: /\b(?:squares?|box(?:es)?|cubes?)\b|carré|hình vuông|方|مربع/iu, figure: shapes.square },
  { word: /\b(?:triangles?|pyramids?)\b|tam giác|三角|مثلث|هرم/iu, figure: shapes.triangle },
  { word: /\bhexagons?\b|hexagone|lục giác|六边|سداسي/iu, figure: shapes.hexagon },
]

export const landWords = {
  sea: /\b(?:sea|ocean|lake|river|waves?|beach|water)\b|\bmer\b|océan|\blac\b|vague|biển|đại dương|\bhồ\b|sóng|海|湖|河|浪|水|بحر|محيط|بحيرة|موج/iu,
  mountains: /\bmountains?|\bhills?\b|montagne|colline|\bnúi|đồi|山|جبل|جبال|تل/iu,
  night: /\bnight\b|midnight|\bnuit\b|ban đêm|夜|ليل/iu,
}
