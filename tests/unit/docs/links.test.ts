import fs from "node:fs";
import path from "node:path";

const ROOT = path.resolve(__dirname, "../../..");

describe("the pages", () => {
  const atRoot = fs.readdirSync(ROOT).filter((file) => file.endsWith(".md"));
  const pages = [...atRoot, ...["docs", "examples", "provider", "emulator"].flatMap(markdownIn)];

  it("link only to files and headings that exist", () => {
    const broken = pages.flatMap((page) =>
      linksOf(page)
        .filter((link) => !exists(page, link))
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it("name only source files that exist", () => {
    const missing = pages.flatMap((page) =>
      [...read(page).matchAll(/`((?:provider|emulator|policy|cli|scripts|tests)\/[\w./-]+)`/g)]
        .map(([, file = ""]) => file)
        .filter((file) => !fs.existsSync(path.join(ROOT, file)))
        .map((file) => `${page}: ${file}`),
    );
    expect(missing).toEqual([]);
  });
});

function markdownIn(folder: string): string[] {
  return fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file.replaceAll(path.sep, "/")}`)
    .filter((file) => file.endsWith(".md") && !/node_modules|^docs\/(api|reference)\//.test(file));
}

function read(page: string): string {
  return fs.readFileSync(path.join(ROOT, page), "utf8");
}

/** Targets of links, without those in code blocks and those to other sites. */
function linksOf(page: string): string[] {
  const text = read(page).replace(/^```.*?^```$/gms, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^https?:/.test(link));
}

function exists(page: string, link: string): boolean {
  const [file = "", heading] = link.split("#");
  const target = file === "" ? page : path.posix.join(path.posix.dirname(page), file);
  if (!fs.existsSync(path.join(ROOT, target))) return false;
  return heading === undefined || headingsOf(target).includes(heading);
}

/** Anchors as GitHub makes them. */
function headingsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
}
