/** A page of the sandbox's small web: made up, like everything in the sandbox. */
export interface SandboxPage {
  slug: string
  language: 'en' | 'fr' | 'vi' | 'zh' | 'ar'
  title: string
  /** An ISO date. */
  publishedOn: string
  paragraphs: readonly string[]
}

/** The pages, in five languages. Water and probes, since the demo team makes probes for fish farms; and some everyday subjects. */
export const corpus: readonly SandboxPage[] = [
  {
    slug: 'dissolved-oxygen-salmon',
    language: 'en',
    title: 'Dissolved oxygen in salmon farms: the limits',
    publishedOn: '2026-06-02',
    paragraphs: [
      'Atlantic salmon feed well at a dissolved oxygen saturation above 80 percent. Below 60 percent they eat less, and below 40 percent they are in danger.',
      'Warm water holds less oxygen than cold water: at 5 °C fresh water holds about 12.8 milligrams per liter, at 20 °C only about 9.1.',
      'Farms measure oxygen in every pen, at two depths, at least once an hour in summer.',
    ],
  },
  {
    slug: 'probe-calibration-guide',
    language: 'en',
    title: 'How often to calibrate oxygen probes',
    publishedOn: '2026-03-18',
    paragraphs: [
      'Optical oxygen probes drift slowly. The Nordic Aquaculture Forum recommends a calibration every six months, and after each change of the sensor cap.',
      'Galvanic probes need a calibration every two weeks, because their membrane and electrolyte age.',
      'Calibrate in air that is saturated with water, at a known pressure, and note the date and the result.',
    ],
  },
  {
    slug: 'fish-farm-rules-2026',
    language: 'en',
    title: 'New rules for fish farms in 2026',
    publishedOn: '2026-01-12',
    paragraphs: [
      'Since 1 January 2026 fish farms have to report oxygen and temperature once a day, and to keep the records for five years.',
      'The rules allow automatic reports from connected probes. A person has to confirm them once a week.',
    ],
  },
  {
    slug: 'biofouling-sensors',
    language: 'en',
    title: 'Biofouling on underwater sensors',
    publishedOn: '2025-11-05',
    paragraphs: [
      'Algae and mussels settle on sensors within days in warm sea water. A fouled probe reports too little oxygen.',
      'Copper guards keep a probe clean for about three months; wipers work longer and use more power.',
    ],
  },
  {
    slug: 'meeting-minutes',
    language: 'en',
    title: 'Writing useful meeting minutes',
    publishedOn: '2025-09-30',
    paragraphs: [
      'Good minutes name decisions, tasks, the person responsible and the date. They leave out the discussion.',
      'Send minutes within one day, while everybody still remembers.',
    ],
  },
  {
    slug: 'oxygene-dissous',
    language: 'fr',
    title: 'L’oxygène dissous dans les fermes aquacoles',
    publishedOn: '2026-05-20',
    paragraphs: [
      'Le saumon atlantique se nourrit bien au-dessus de 80 % de saturation en oxygène dissous. En dessous de 40 %, il est en danger.',
      'Les fermes mesurent l’oxygène dans chaque cage, à deux profondeurs, au moins une fois par heure en été.',
    ],
  },
  {
    slug: 'oxy-hoa-tan',
    language: 'vi',
    title: 'Oxy hòa tan trong trại nuôi cá',
    publishedOn: '2026-04-11',
    paragraphs: [
      'Cá hồi Đại Tây Dương ăn tốt khi độ bão hòa oxy hòa tan trên 80 phần trăm. Dưới 40 phần trăm, cá gặp nguy hiểm.',
      'Các trại đo oxy trong mỗi lồng, ở hai độ sâu, ít nhất mỗi giờ một lần vào mùa hè.',
    ],
  },
  {
    slug: 'rongjieyang',
    language: 'zh',
    title: '养鱼场的溶解氧',
    publishedOn: '2026-04-27',
    paragraphs: [
      '大西洋鲑鱼在溶解氧饱和度高于百分之八十时摄食良好，低于百分之四十时有生命危险。',
      '夏季，养鱼场每小时至少在每个网箱的两个深度测量一次溶解氧。',
    ],
  },
  {
    slug: 'oxygen-ar',
    language: 'ar',
    title: 'الأكسجين الذائب في مزارع الأسماك',
    publishedOn: '2026-05-08',
    paragraphs: [
      'يتغذى سلمون الأطلسي جيدًا عندما يكون تشبع الأكسجين الذائب فوق 80 في المئة، ويكون في خطر تحت 40 في المئة.',
      'تقيس المزارع الأكسجين في كل قفص على عمقين مرة كل ساعة على الأقل في الصيف.',
    ],
  },
]
