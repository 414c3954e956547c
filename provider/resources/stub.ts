import fs from "node:fs";
import path from "node:path";

const PACKAGE = "pulumi-edge-platform";

/**
 * The text that stands in the state as the provider of each resource of a kind, twice.
 *
 * The engine runs it on refresh and destroy, years later perhaps, in the program's directory. So it names no version, path
 * or secret, and what it may be never changes: what states hold has to work with every release. It loads
 * `pulumi-edge-platform/dynamic` by name, which any layout of `node_modules` finds for a program that depends on this
 * package itself. Where a package between the two may hide it, the text is longer. tests/contract/resources/stub.test.ts holds the
 * bytes of both.
 */
export function stub(kind: string): string {
  return mayBeHidden(process.cwd())
    ? stubThatSearches(kind)
    : `exports.handler=()=>require('${PACKAGE}/dynamic').load('${kind}')`;
}

/** Where a strict layout hides the package, this finds it through each dependency of the nearest package.json. */
function stubThatSearches(kind: string): string {
  return (
    "exports.handler=()=>{let n='pulumi-edge-platform/dynamic',c=require('module').createRequire,p=c(process.cwd()+'/_')," +
    "f=(r,m)=>{try{return r.resolve(m)}catch{}},q='package.json',e=f(p,n),i=9,d;while(i--&&!f(p,'./'+q))q='../'+q;" +
    "if(!e&&f(p,'./'+q))for(d in p('./'+q).dependencies)e||=f(c(f(p,d)||f(p,d+'/package.json')||'/_'),n);" +
    "if(!e)throw Error(n+' not found: install the dependencies of '+process.cwd());" +
    `return require(e).load('${kind}')}`
  );
}

/** Packages that depend on no other provider. */
const HIDES_NOTHING = /^(@pulumi|@types)\/|^typescript$/;
const known = new Map<string, boolean>();

/**
 * Whether the nearest package.json names other packages and not this one. It is read once for each directory: a program has many
 * resources.
 */
function mayBeHidden(directory: string): boolean {
  const answer = known.get(directory) ?? read(directory);
  known.set(directory, answer);
  return answer;
}

function read(directory: string): boolean {
  const file = path.join(directory, "package.json");
  const above = path.dirname(directory);
  if (!fs.existsSync(file)) return above !== directory && mayBeHidden(above);
  try {
    // A manifest may be anything; what is no object has no dependencies.
    const { dependencies, devDependencies } = JSON.parse(fs.readFileSync(file, "utf8")) as Manifest;
    const names = Object.keys({ ...dependencies, ...devDependencies });
    return !names.includes(PACKAGE) && !names.every((name) => HIDES_NOTHING.test(name));
  } catch {
    return true;
  }
}

interface Manifest {
  readonly dependencies?: object;
  readonly devDependencies?: object;
}
