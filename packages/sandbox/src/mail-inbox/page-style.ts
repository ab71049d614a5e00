/** The inbox's own style sheet: light and dark, from a phone's width up. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f4ef, #16181d);
  --sheet: light-dark(#ffffff, #1f2229);
  --line: light-dark(#e2ded4, #32363f);
  --ink: light-dark(#23262d, #eceae4);
  --soft: light-dark(#5d6069, #a7abb5);
  --accent: light-dark(#2f5d8a, #8fbce6);
  --note: light-dark(#fdf3d8, #3a3220);
  --note-ink: light-dark(#5c4408, #f3dfae);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
.page { max-inline-size: 46rem; margin-inline: auto; padding: 2rem 1rem 4rem; }
header h1 { margin: 0; font-size: 1.6rem; letter-spacing: -0.01em; }
header h1 a { color: inherit; text-decoration: none; }
.note { margin-block: 0.75rem 1.5rem; padding: 0.7rem 1rem; border-radius: 10px; background: var(--note); color: var(--note-ink); }
form { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: end; margin-block-end: 1rem; }
label { flex: 1 1 14rem; color: var(--soft); font-size: 0.875rem; }
input { display: block; inline-size: 100%; margin-block-start: 0.25rem; padding: 0.6rem 0.75rem; font: inherit; color: var(--ink); background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; }
button { padding: 0.6rem 1.1rem; font: inherit; font-weight: 600; color: var(--ground); background: var(--accent); border: 0; border-radius: 10px; cursor: pointer; }
.clear { padding-block: 0.6rem; }
.mails { list-style: none; margin: 0; padding: 0; background: var(--sheet); border: 1px solid var(--line); border-radius: 14px; overflow: hidden; }
.mails li + li { border-block-start: 1px solid var(--line); }
.mails a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.1rem 1rem; padding: 0.9rem 1.1rem; color: inherit; text-decoration: none; }
.mails a:hover { background: color-mix(in srgb, var(--accent) 8%, transparent); }
.mails a:focus-visible { outline-offset: -3px; border-radius: 14px; }
.subject { font-weight: 600; overflow-wrap: anywhere; justify-self: start; }
.meta, time { color: var(--soft); font-size: 0.875rem; }
.meta { overflow-wrap: anywhere; }
.list-code { font-variant-numeric: tabular-nums; font-weight: 700; letter-spacing: 0.08em; color: var(--accent); text-align: end; }
.empty { padding: 3rem 1.5rem; text-align: center; color: var(--soft); background: var(--sheet); border: 1px dashed var(--line); border-radius: 14px; }
.empty strong { display: block; color: var(--ink); font-size: 1.1rem; }
article { padding: 1.5rem 1.25rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 14px; }
article h2 { margin: 0 0 0.75rem; font-size: 1.3rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.15rem 1rem; margin: 0 0 1.25rem; font-size: 0.9rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
.code { margin-block: 1.25rem; padding: 1.1rem; text-align: center; border: 1px solid var(--line); border-radius: 14px; background: var(--ground); }
.code span { display: block; color: var(--soft); font-size: 0.875rem; }
.code output { font: 700 clamp(2rem, 11vw, 3.25rem)/1.2 ui-monospace, monospace; letter-spacing: 0.16em; margin-inline-end: -0.16em; user-select: all; }
pre { margin: 0; padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; background: var(--ground); border-radius: 10px; unicode-bidi: plaintext; }
h3 { margin: 1.5rem 0 0.5rem; font-size: 0.875rem; color: var(--soft); font-weight: 600; }
iframe { inline-size: 100%; block-size: 20rem; border: 1px solid var(--line); border-radius: 10px; background: #fff; }
@media (width < 32rem) {
  .mails a { grid-template-columns: minmax(0, 1fr); }
  .mails time { order: 1; }
  .list-code { text-align: start; }
}
`
