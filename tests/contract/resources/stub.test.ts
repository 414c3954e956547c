import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { stub } from "../../../provider/resources/stub";

/** The bytes in every state there is: these tests never change. */
const SHORT = "exports.handler=()=>require('pulumi-edge-platform/dynamic').load('ApiToken')";
const SEARCHING =
  "exports.handler=()=>{let n='pulumi-edge-platform/dynamic',c=require('module').createRequire,p=c(process.cwd()+'/_')," +
  "f=(r,m)=>{try{return r.resolve(m)}catch{}},q='package.json',e=f(p,n),i=9,d;while(i--&&!f(p,'./'+q))q='../'+q;" +
  "if(!e&&f(p,'./'+q))for(d in p('./'+q).dependencies)e||=f(c(f(p,d)||f(p,d+'/package.json')||'/_'),n);" +
  "if(!e)throw Error(n+' not found: install the dependencies of '+process.cwd());" +
  "return require(e).load('ApiToken')}";

describe("the provider text in the state", () => {
  let root: string;
  beforeEach(() => (root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "edge-stub-")))));
  afterEach(() => fs.rmSync(root, { recursive: true }));

  function write(file: string, content: string): void {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), content);
  }

  function installAt(folder: string): void {
    write(`${folder}/package.json`, '{"name":"pulumi-edge-platform","exports":{"./dynamic":"./d.js"}}');
    write(`${folder}/d.js`, "exports.load = (kind) => ({ loaded: kind + ' from ' + __dirname });");
  }

  /** What a program in that folder registers. */
  function textFrom(cwd: string): string {
    jest.spyOn(process, "cwd").mockReturnValue(path.join(root, cwd));
    try {
      return stub("ApiToken");
    } finally {
      jest.restoreAllMocks();
    }
  }

  /** As the dynamic provider's process does: evaluates the text with the program's folder as its own. */
  function run(cwd: string, text = textFrom(cwd)): string {
    const script = `const m = require(${JSON.stringify(require.resolve("require-from-string"))});
      try { process.stdout.write(m(${JSON.stringify(text)}).handler().loaded) }
      catch (e) { process.stdout.write("ERROR " + e.message.split("\\n")[0]) }`;
    write("run.js", script);
    return execFileSync(process.execPath, [path.join(root, "run.js")], {
      cwd: path.join(root, cwd),
      encoding: "utf8",
    });
  }

  it("has exactly these bytes in a program that depends on the package", () => {
    for (const kind of ["dependencies", "devDependencies"]) {
      write(`${kind}/package.json`, `{"${kind}":{"pulumi-edge-platform":"1"}}`);
      fs.mkdirSync(path.join(root, kind, "src"));
      expect(textFrom(kind)).toBe(SHORT);
      expect(textFrom(`${kind}/src`)).toBe(SHORT);
    }
  });

  it("has the same bytes in a program whose package.json names nothing that could hide the package", () => {
    write("app/package.json", '{"dependencies":{"@pulumi/pulumi":"3"},"devDependencies":{"typescript":"5"}}');
    expect(textFrom("app")).toBe(SHORT);
  });

  it.each([
    ["depends on other packages alone", '{"dependencies":{"company-zones":"1"}}'],
    ["has a package.json that is no JSON", "{"],
    ["has a package.json that is no object", "null"],
  ])("has exactly these other bytes in a program that %s", (_, manifest) => {
    write("app/package.json", manifest);
    expect(textFrom("app")).toBe(SEARCHING);
  });

  it.each([SHORT, SEARCHING])(
    "of every release finds the package of a program that depends on it: %s",
    (text) => {
      write("app/package.json", '{"dependencies":{"pulumi-edge-platform":"1"}}');
      installAt("store/pulumi-edge-platform");
      fs.mkdirSync(path.join(root, "app/node_modules"));
      fs.symlinkSync(
        path.join(root, "store/pulumi-edge-platform"),
        path.join(root, "app/node_modules/pulumi-edge-platform"),
      );
      expect(run("app", text)).toBe(`ApiToken from ${root}/store/pulumi-edge-platform`);
    },
  );

  it("finds the package beside the program", () => {
    write("app/package.json", '{"dependencies":{"company-zones":"1"}}');
    installAt("app/node_modules/pulumi-edge-platform");
    expect(run("app")).toBe(`ApiToken from ${root}/app/node_modules/pulumi-edge-platform`);
  });

  it("finds the package in a parent folder, to which a monorepo has hoisted it", () => {
    write("app/package.json", '{"dependencies":{"company-zones":"1"}}');
    installAt("node_modules/pulumi-edge-platform");
    expect(run("app")).toBe(`ApiToken from ${root}/node_modules/pulumi-edge-platform`);
  });

  it("finds the package through a dependency that hides it, in a strict layout of links", () => {
    write("app/package.json", '{"dependencies":{"left-out":"1","company-zones":"1"}}');
    write(
      "store/company-zones/node_modules/company-zones/package.json",
      '{"name":"company-zones","main":"index.js"}',
    );
    write("store/company-zones/node_modules/company-zones/index.js", "");
    installAt("store/company-zones/node_modules/pulumi-edge-platform");
    fs.mkdirSync(path.join(root, "app/node_modules"));
    fs.symlinkSync(
      path.join(root, "store/company-zones/node_modules/company-zones"),
      path.join(root, "app/node_modules/company-zones"),
    );
    expect(run("app")).toBe(`ApiToken from ${root}/store/company-zones/node_modules/pulumi-edge-platform`);
  });

  it("finds the dependencies of a program whose code is below its package.json", () => {
    write("app/package.json", '{"dependencies":{"company-zones":"1"}}');
    write("app/src/index.js", "");
    write("app/node_modules/company-zones/package.json", '{"name":"company-zones"}');
    installAt("app/node_modules/company-zones/node_modules/pulumi-edge-platform");
    expect(run("app/src")).toBe(
      `ApiToken from ${root}/app/node_modules/company-zones/node_modules/pulumi-edge-platform`,
    );
  });

  it("says what to do if the package is not installed", () => {
    write("app/package.json", '{"dependencies":{"company-zones":"1"}}');
    expect(run("app")).toBe(
      `ERROR pulumi-edge-platform/dynamic not found: install the dependencies of ${root}/app`,
    );
  });

  it("does not hide an error inside the package", () => {
    write("app/package.json", "{}");
    write("app/node_modules/pulumi-edge-platform/package.json", '{"exports":{"./dynamic":"./d.js"}}');
    write("app/node_modules/pulumi-edge-platform/d.js", 'throw new Error("broken inside")');
    expect(run("app")).toBe("ERROR broken inside");
  });
});
