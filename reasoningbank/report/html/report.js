"use strict";
// Everything from models, pages and configurations goes in as text nodes: nothing is ever parsed as HTML.
const index = JSON.parse(document.getElementById("index").textContent);
const at = (id) => document.getElementById(id);
const [TASK, POSITION, STATE, SCORE, VERDICT, STEPS, ROLLOUTS, WON, RETRIEVED, ITEMS, TRACE] = Array(11).keys();
const PAGE = 100, BANK_PAGE = 30;

function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") node.addEventListener("click", value);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

const held = new Map();
window.rbLoaded = (key, value) => held.set(key, value);
function load(key) {
  if (held.has(key)) return Promise.resolve(held.get(key));
  const inside = at(key);
  if (inside) { held.set(key, JSON.parse(inside.textContent)); return Promise.resolve(held.get(key)); }
  if (!DATA) return Promise.resolve(null);
  return new Promise((resolve) => {
    const script = make("script", { src: `${DATA}/${key}.js` });
    script.onload = () => { resolve(held.get(key) ?? null); script.remove(); };
    script.onerror = () => { resolve(null); script.remove(); };
    document.head.append(script);
  });
}

// ---- tasks
const solved = (line) => line[SCORE] !== null && line[SCORE] >= 1;
const misjudged = (line) => line[SCORE] !== null && ["success", "failure"].includes(line[VERDICT])
  && (line[VERDICT] === "success") !== solved(line);
const groups = new Map();
index.runs.forEach((run, number) => {
  run.number = number;
  run.byTask = new Map(run.lines.map((line) => [line[TASK], line]));
  if (!groups.has(run.group)) groups.set(run.group, []);
  groups.get(run.group).push(run);
});

const FILTERS = {
  all: () => true,
  differ: (lines) => new Set(lines.filter((l) => l[SCORE] !== null).map(solved)).size > 1,
  solved: (lines) => lines.length > 0 && lines.every(solved),
  unsolved: (lines) => lines.some((l) => l[SCORE] !== null) && !lines.some(solved),
  misjudged: (lines) => lines.some(misjudged),
  mixed: (lines) => lines.some((l) => l[WON] > 0 && l[WON] < l[ROLLOUTS]),
  lost: (lines) => lines.some((l) => l[STATE] === "lost"),
};
let shown = [], first = 0;

function runsShown() { return groups.get(at("group").value) ?? []; }

function choose() {
  const runs = runsShown(), words = at("search").value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const places = new Map();
  for (const run of runs) for (const line of run.lines) if (!places.has(line[TASK])) places.set(line[TASK], line[POSITION]);
  const wanted = FILTERS[at("filter").value];
  shown = [...places.keys()].sort((a, b) => places.get(a) - places.get(b)).filter((task) => {
    const about = index.tasks[task];
    const text = `${about.id} ${about.family} ${about.query ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word))
      && wanted(runs.map((run) => run.byTask.get(task)).filter(Boolean));
  });
  first = 0;
  draw();
}

function draw() {
  const runs = runsShown(), [head, body] = [at("grid").tHead, at("grid").tBodies[0]];
  head.replaceChildren(make("tr", {}, make("th", { scope: "col" }, "Task"),
    ...runs.map((run) => make("th", { scope: "col" }, run.label, make("br"), make("span", { class: "n" }, `seed ${run.seed}`)))));
  body.replaceChildren(...shown.slice(first, first + PAGE).map((task) => {
    const about = index.tasks[task];
    return make("tr", {}, make("th", { scope: "row" }, about.id, make("span", { class: "query" }, about.query ?? "")),
      ...runs.map((run) => make("td", {}, cell(run, task))));
  }));
  at("count").textContent = `${shown.length} tasks, ${runs.length} runs`;
  at("where").textContent = shown.length ? `${first + 1} to ${Math.min(first + PAGE, shown.length)} of ${shown.length}` : "";
  at("before").disabled = first === 0;
  at("after").disabled = first + PAGE >= shown.length;
}

function cell(run, task) {
  const line = run.byTask.get(task);
  if (!line) return "";
  const told = line[STATE] === "lost" ? "lost" : line[SCORE] === null ? "ungraded" : solved(line) ? "✓" : "✗";
  const kind = told === "✓" ? "won" : told === "✗" ? "not" : "gone";
  const many = line[ROLLOUTS] > 1 ? ` ${line[WON]}/${line[ROLLOUTS]}` : "";
  const text = `${told} ${line[STEPS]}${many}${misjudged(line) ? " !" : ""}`;
  const spoken = `${index.tasks[task].id}, ${run.label}: ${told === "✓" ? "solved" : told === "✗" ? "not solved" : told}, `
    + `${line[STEPS]} steps, judged ${line[VERDICT] || "by nobody"}`;
  return make("button", { class: kind, "aria-label": spoken, on: () => { location.hash = `task-${run.number}-${task}`; } }, text);
}

// ---- one task
const dialog = at("detail");
let opener = null;

async function open(number, task) {
  const run = index.runs[number], line = run?.byTask.get(task);
  if (!line) return;
  if (!dialog.open) { opener = document.activeElement; dialog.showModal(); }
  const detail = line[TRACE] ? await load(`task-${number}-${task}`) : null;
  if (location.hash !== `#task-${number}-${task}`) return; // another one was opened meanwhile
  show(run, task, line, detail, 0);
}

function show(run, task, line, detail, rollout) {
  const about = index.tasks[task], go = (step) => () => neighbour(step);
  const others = index.runs.filter((other) => other.group === run.group && other.byTask.has(task));
  at("detail-body").replaceChildren(
    make("div", { class: "bar" },
      make("button", { on: () => dialog.close(), autofocus: "" }, "Close"),
      make("button", { on: go(-1) }, "← Task before"), make("button", { on: go(1) }, "Task after →"),
      ...others.map((other) => make("button", { "aria-pressed": String(other === run),
        on: () => { location.hash = `task-${other.number}-${task}`; } }, `${other.label}, seed ${other.seed}`))),
    make("h2", { id: "detail-title" }, `${about.id} · ${run.label}`),
    make("p", {}, detail?.query || about.query || ""),
    ...(detail ? whole(run, task, line, detail, rollout) : [short(line), make("p", { class: "warn" },
      "The steps are not in this report: the run's files are not there, or it was made without traces."),
      make("p", {}, make("a", { href: run.folder }, "the run's folder"))]));
  dialog.scrollTop = 0;
}

function pairs(entries) {
  return make("dl", {}, ...entries.filter(([, value]) => value !== "" && value !== null && value !== undefined)
    .flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
}

const short = (line) => pairs([["outcome", line[STATE]], ["score", line[SCORE] === null ? "none" : String(line[SCORE])],
  ["verdict", line[VERDICT] || "none"], ["steps", String(line[STEPS])]]);

function whole(run, task, line, detail, rollout) {
  const chosen = detail.rollouts[rollout];
  const tabs = detail.rollouts.length > 1 ? make("p", {}, ...detail.rollouts.map((one, i) => make("button",
    { "aria-pressed": String(i === rollout), on: () => show(run, task, line, detail, i) },
    `rollout ${one.number}${one.score ? (one.score.value >= 1 ? " ✓" : " ✗") : ""}${detail.picked === one.number ? " (picked)" : ""}`))) : null;
  return [
    ...memory(run, detail), tabs,
    ...(chosen ? rolled(chosen) : []),
    make("h3", {}, `Learnt from it (${detail.items.length} items)`), ...detail.items.map(item),
    ...detail.kept.map((text) => folded("text kept in the bank", make("pre", {}, text))),
    ...detail.notes.map((note) => make("p", { class: "warn" }, note)),
    ...uses(run, task), make("p", {}, make("a", { href: detail.folder }, "the task's files")),
  ].filter(Boolean);
}

function memory(run, detail) {
  if (!detail.injected && !detail.hits.length) return [make("h3", {}, "No memory was injected")];
  return [make("h3", {}, "Memory that was injected"),
    make("p", {}, "from ", ...detail.hits.map((hit) => taskButton(run, hit.task_id, `${hit.task_id} (${Number(hit.similarity).toFixed(2)})`))),
    folded("text", make("pre", {}, detail.injected), detail.injected.length < 1500)];
}

function rolled(one) {
  const right = one.score && one.verdict ? (one.verdict.label === "success") === (one.score.value >= 1) : true;
  return [
    make("h3", {}, "What happened"),
    pairs([["outcome", one.outcome + (one.detail ? `: ${one.detail}` : "")], ["response", one.response]]),
    make("p", { class: one.score?.value >= 1 ? "good" : "bad" }, `Score: ${one.score ? one.score.value : "none"}`),
    one.score?.detail ? make("pre", {}, one.score.detail) : null,
    one.score?.metrics && Object.keys(one.score.metrics).length ? pairs(Object.entries(one.score.metrics).map(([k, v]) => [k, String(v)])) : null,
    one.verdict ? make("p", { class: right ? "good" : "warn" }, `Verdict: ${one.verdict.label} (${one.verdict.source})${right ? "" : ", against the score"}`) : null,
    one.verdict?.rationale ? make("pre", {}, one.verdict.rationale) : null,
    ...one.reviews.map((note, i) => folded(`re-examination ${i + 1}`, make("pre", {}, note))),
    make("h3", {}, `${one.steps.length} steps`),
    one.steps.length ? make("p", {}, make("button", { on: (event) => unfold(event.target) }, "Open all steps")) : null,
    ...one.steps.map(step),
    folded("the page at the end", make("div", {}, make("p", { class: "n" }, one.final_url), picture(one.final_shot), make("pre", {}, one.final))),
    make("p", {}, make("a", { href: one.file }, "the rollout's file, with every prompt and reply")),
  ];
}

function step(one, i) {
  const details = make("details", { class: "step" }, make("summary", {}, `${i + 1}. ${one.action}`, one.error ? make("span", { class: "bad" }, " (error)") : ""));
  details.addEventListener("toggle", () => {
    if (details.childElementCount > 1) return; // filled when it is opened first
    details.append(make("p", { class: "n" }, one.url), make("p", {}, one.thought),
      ...(one.error ? [make("p", { class: "bad" }, one.error)] : []), ...[picture(one.shot)].filter(Boolean), make("pre", {}, one.page));
  });
  return details;
}

const picture = (address) => address ? make("img", { src: address, loading: "lazy", alt: "screenshot of the page" }) : null;
const folded = (title, content, isOpen = false) => make("details", isOpen ? { open: "" } : {}, make("summary", {}, title), content);
const item = (one) => make("div", { class: "item" }, make("b", {}, one.title), make("p", { class: "n" }, one.description), make("p", {}, one.content));
function unfold(button) { for (const one of button.closest("#detail-body").querySelectorAll("details.step")) one.open = true; }

function taskNumber(run, id) { return run.lines.find((line) => index.tasks[line[TASK]].id === id)?.[TASK]; }
function taskButton(run, id, text) {
  const task = taskNumber(run, id);
  return task === undefined ? make("span", {}, `${text} `) : make("button", { on: () => { location.hash = `task-${run.number}-${task}`; } }, text);
}
function uses(run, task) {
  const used = run.lines.filter((line) => line[RETRIEVED].includes(task));
  return [make("h3", {}, used.length ? "Injected later into" : "Not injected into any later task"),
    make("p", {}, ...used.map((line) => taskButton(run, index.tasks[line[TASK]].id, `${index.tasks[line[TASK]].id} ${solved(line) ? "✓" : "✗"}`)))];
}

function neighbour(step) {
  const [, number, task] = location.hash.match(/^#task-(\d+)-(\d+)$/) ?? [];
  const list = shown.includes(Number(task)) ? shown : index.runs[number].lines.map((line) => line[TASK]);
  for (let i = list.indexOf(Number(task)) + step; i >= 0 && i < list.length; i += step) {
    if (index.runs[number].byTask.has(list[i])) { location.hash = `task-${number}-${list[i]}`; return; }
  }
}

dialog.addEventListener("close", () => {
  if (location.hash.startsWith("#task-")) history.replaceState(null, "", "#tasks");
  opener?.focus();
});
dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
document.addEventListener("keydown", (event) => {
  if (!dialog.open || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "ArrowLeft") neighbour(-1);
  if (event.key === "ArrowRight") neighbour(1);
});
function follow() {
  const found = location.hash.match(/^#task-(\d+)-(\d+)$/);
  if (found) open(Number(found[1]), Number(found[2]));
  else if (dialog.open) dialog.close();
}

// ---- the bank
let past = [], bankFirst = 0, bankRun = null;
async function chooseBank() {
  bankRun = index.runs[at("bank-run").value];
  past = bankRun ? (await load(`bank-${bankRun.number}`)) ?? [] : [];
  bankFirst = 0;
  drawBank();
}
function drawBank() {
  const words = at("bank-search").value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const found = past.filter((one) => {
    const text = [one.task, one.query, one.text, ...one.items.flatMap((i) => [i.title, i.description, i.content])].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
  at("experiences").replaceChildren(...found.slice(bankFirst, bankFirst + BANK_PAGE).map((one) => make("li", {},
    make("p", {}, `${one.position + 1}. `, taskButton(bankRun, one.task, one.task), ` judged ${one.labels.join(", ")}`, make("span", { class: "n" }, ` ${one.query.slice(0, 200)}`)),
    ...one.items.map(item), ...(one.text ? [folded("text", make("pre", {}, one.text))] : []),
    ...(taskNumber(bankRun, one.task) === undefined ? [] : uses(bankRun, taskNumber(bankRun, one.task))))));
  at("bank-where").textContent = found.length ? `${bankFirst + 1} to ${Math.min(bankFirst + BANK_PAGE, found.length)} of ${found.length} experiences` : "no experience";
  at("bank-before").disabled = bankFirst === 0;
  at("bank-after").disabled = bankFirst + BANK_PAGE >= found.length;
}

// ---- begin
at("group").append(...[...groups.keys()].map((name) => make("option", { value: name }, name)));
at("bank-run").append(...index.runs.filter((run) => run.bank).map((run) => make("option", { value: run.number }, `${run.group} · ${run.label}, seed ${run.seed}`)));
for (const id of ["group", "filter"]) at(id).addEventListener("change", choose);
at("search").addEventListener("input", choose);
at("before").addEventListener("click", () => { first -= PAGE; draw(); });
at("after").addEventListener("click", () => { first += PAGE; draw(); });
at("bank-run").addEventListener("change", chooseBank);
at("bank-search").addEventListener("input", () => { bankFirst = 0; drawBank(); });
at("bank-before").addEventListener("click", () => { bankFirst -= BANK_PAGE; drawBank(); });
at("bank-after").addEventListener("click", () => { bankFirst += BANK_PAGE; drawBank(); });
window.addEventListener("hashchange", follow);
choose();
follow();
// the bank is read when it comes near: it may be large
new IntersectionObserver((seen, watch) => { if (seen.some((one) => one.isIntersecting)) { watch.disconnect(); chooseBank(); } }, { rootMargin: "300px" }).observe(at("bank"));
