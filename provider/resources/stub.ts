import fs from "node:fs";
import path from "node:path";

const PACKAGE = "pulumi-edge-platform";

/**
 * Returns the serialized provider of a resource kind, which the state of each such resource contains twice.
 *
 * The engine runs this text on refresh and destroy, perhaps years later, in the program's directory. So it names no version,
 * path or secret, and its bytes never change: a stub in a state must work with every release. It loads
 * `pulumi-edge-platform/dynamic` by name, which every layout of `node_modules` resolves for a program that depends on this
 * package directly. Programs in which another package may hide this one get a longer text. tests/contract/resources/stub.test.ts pins
 * the bytes of both.
 */
export function stub(kind: string): string {
  return mayBeHidden(process.cwd())
    ? stubThatSearches(kind)
    : `exports.handler=()=>require('${PACKAGE}/dynamic').load('${kind}')`;
}

/** Finds the package through the dependencies of the nearest package.json, for layouts that hide indirect dependencies. */
function stubThatSearches(kind: string): string {
  return (
    "exports.handler=()=>{let n='pulumi-edge-platform/dynamic',c=require('module').createRequire,p=c(process.cwd()+'/_')," +
    "f=(r,m)=>{try{return r.resolve(m)}catch{}},q='package.json',e=f(p,n),i=9,d;while(i--&&!f(p,'./'+q))q='../'+q;" +
    "if(!e&&f(p,'./'+q))for(d in p('./'+q).dependencies)e||=f(c(f(p,d)||f(p,d+'/package.json')||'/_'),n);" +
    "if(!e)throw Error(n+' not found: install the dependencies of '+process.cwd());" +
    `return require(e).load('${kind}')}`
  );
}

/** Packages that never depend on this one. */
const HIDES_NOTHING = /^(@pulumi|@types)\/|^typescript$/;
const known = new Map<string, boolean>();

/**
 * Returns whether the nearest package.json names other packages but not this one. Cached by directory, since a program has many
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
    // The cast holds for every JSON value but null, which the catch handles like invalid JSON.
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
