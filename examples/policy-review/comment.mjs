// node comment.mjs review.md: keeps one note of a GitLab merge request up to date. The first line of a review names its stack.
import { readFile } from "node:fs/promises";

const { CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID, GITLAB_TOKEN } = process.env;
const notes = `${CI_API_V4_URL}/projects/${CI_PROJECT_ID}/merge_requests/${CI_MERGE_REQUEST_IID}/notes`;
const body = await readFile(process.argv[2] ?? "review.md", "utf8");
const [marker = ""] = body.split("\n");

// A note of another author could begin with the same line, and its author could change the review.
const { id: author } = await ask("GET", `${CI_API_V4_URL}/user`);
const earlier = await findNote(1);
await ask(earlier ? "PUT" : "POST", earlier ? `${notes}/${earlier.id}` : notes, { body });

async function findNote(page) {
  const found = await ask("GET", `${notes}?per_page=100&page=${page}`);
  const note = found.find((one) => one.author.id === author && one.body.startsWith(marker));
  return note ?? (found.length === 100 ? findNote(page + 1) : undefined);
}

async function ask(method, url, sent) {
  const headers = { "PRIVATE-TOKEN": GITLAB_TOKEN, ...(sent && { "Content-Type": "application/json" }) };
  const response = await fetch(url, { method, headers, ...(sent && { body: JSON.stringify(sent) }) });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status}`);
  return response.json();
}
